/* All 133,784,560 hands of seven cards, and brute force over the settings of thirteen, through phevaluator's own C.
   Compiled by benchmarks/peers against the sources of its package. Prints one line: seconds, a checksum,
   seconds a thirteen-card hand, settings found legal. */
#include <phevaluator/phevaluator.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Three cards by pairs and threes alone: greater is better. */
static int front(const int *c) {
  int a = c[0] / 4, b = c[1] / 4, d = c[2] / 4, t;
  if (a < b) t = a, a = b, b = t;
  if (b < d) t = b, b = d, d = t;
  if (a < b) t = a, a = b, b = t;
  if (a == d) return 2000000 + a;
  if (a == b) return 1000000 + 13 * a + d;
  if (b == d) return 1000000 + 13 * b + a;
  return 169 * a + 13 * b + d;
}

/* The settings of one hand whose Back is at least its Middle; each of both is valued where it is met. */
static long settings(const int *hand) {
  long legal = 0;
  int best = 0;
  for (int one = 0; one < 13; one++)
    for (int two = one + 1; two < 13; two++)
      for (int three = two + 1; three < 13; three++) {
        int ten[10], of[3] = {hand[one], hand[two], hand[three]}, n = 0;
        for (int i = 0; i < 13; i++)
          if (i != one && i != two && i != three) ten[n++] = hand[i];
        best += front(of);
        for (int set = 0; set < 1024; set++) {
          if (__builtin_popcount(set) != 5) continue;
          int five[2][5], at[2] = {0, 0};
          for (int i = 0; i < 10; i++) {
            int which = set >> i & 1;
            five[which][at[which]++] = ten[i];
          }
          int middle = evaluate_5cards(five[0][0], five[0][1], five[0][2], five[0][3], five[0][4]);
          int back = evaluate_5cards(five[1][0], five[1][1], five[1][2], five[1][3], five[1][4]);
          legal += back <= middle;
        }
      }
  return legal + (best & 0);
}

int main(void) {
  long counts[9] = {0};
  double began = now();
  for (int a = 0; a < 52; a++)
    for (int b = a + 1; b < 52; b++)
      for (int c = b + 1; c < 52; c++)
        for (int d = c + 1; d < 52; d++)
          for (int e = d + 1; e < 52; e++)
            for (int f = e + 1; f < 52; f++)
              for (int g = f + 1; g < 52; g++) {
                int rank = evaluate_7cards(a, b, c, d, e, f, g);
                counts[(rank > 10) + (rank > 166) + (rank > 322) + (rank > 1599) + (rank > 1609) + (rank > 2467) +
                       (rank > 3325) + (rank > 6185)]++;
              }
  double all = now() - began;
  int hand[13];
  long legal = 0;
  began = now();
  for (int many = 0; many < 40; many++) {
    for (int i = 0; i < 13; i++) hand[i] = (many * 7 + i * (many % 3 == 0 ? 1 : many % 3 == 1 ? 5 : 11)) % 52;
    legal += settings(hand);
  }
  printf("%f %ld %f %ld\n", all, counts[8], (now() - began) / 40, legal);
  return 0;
}
