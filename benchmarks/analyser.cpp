// E. Farmer's analyser (github.com/possibly-wrong/blackjack, the engine of 2016) under the rules of Super Pairs:
// soft 17 stands, any two cards double, after a split too, aces split once, nobody surrenders. Compiled by
// blackjack_base.py.
//
//     analyser DECKS HANDS RUNS     a line a run: what a unit wins, and the processor seconds that it took

#include "blackjack.h"
#include <cstdio>
#include <cstdlib>
#include <ctime>

struct Rules : BJRules {
    int hands;
    explicit Rules(int hands) : hands(hands) {}
    int getResplit(int pair) const override { return pair == 1 ? 2 : hands; }
    bool getLateSurrender() const override { return false; }
};

int main(int, char **given) {
    const int decks = atoi(given[1]), hands = atoi(given[2]), runs = atoi(given[3]);
    Rules rules(hands);
    BJStrategy strategy;
    BJProgress progress;
    for (int run = 0; run < runs; ++run) {
        const clock_t began = clock();
        const BJPlayer *player = new BJPlayer(BJShoe(decks), rules, strategy, progress);
        printf("%.15f %.6f\n", player->getValue(), double(clock() - began) / CLOCKS_PER_SEC);
        delete player;
    }
}
