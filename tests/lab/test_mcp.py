"""The MCP server: the verbs with their types, answers as on the command line, refusals as sentences."""

import asyncio
import json
import sys

import pytest
from mcp import Client, StdioServerParameters, stdio_client

import houseway as hw
from houseway import verbs
from houseway.cli.mcp import server

ROUND = "pan9 8d: Kd2c4h | 25+5: 6hKcQc"


def asked(name, **given):
    async def ask():
        async with Client(server()) as client:
            return await client.call_tool(name, given)

    return asyncio.run(ask())


def told(answer):
    assert not answer.is_error, answer.content[0].text
    return answer.structured_content.get("result", answer.structured_content)


def test_every_verb_is_a_tool_with_its_types():
    async def tools():
        async with Client(server()) as client:
            return (await client.list_tools()).tools

    found = {each.name: each for each in asyncio.run(tools())}
    assert sorted(found) == ["games", "odds", "rules", "set", "settle", "verify"]
    assert found["odds"].input_schema["required"] == ["game", "wager"]
    assert "exact return of a wager" in found["odds"].description


def test_answers_are_those_of_the_verbs():
    odds = told(asked("odds", game="super-pan-9", wager="tie", settings={"decks": "8"}, pays={"tie": "9"}))
    assert odds["edge"]["exact"] == hw_ratio(hw.odds("super-pan-9", "tie", decks=8, pays={"tie": 9}).edge)
    assert [each["id"] for each in told(asked("games"))][:2] == ["super-pan-9", "supreme-99"]
    ruling = told(asked("settle", record=ROUND))
    assert [each["wager"] for each in ruling["payouts"]] == ["main", "tie"]
    assert told(asked("set", game="supreme-99", cards="9c 9d 4h Kc"))["house"]["rule"] == "One Pair"
    assert all(each["agrees"] for each in told(asked("verify", game="super-pan-9")))
    assert told(asked("rules", game="super-pan-9", clause="9"))["clauses"][0]["id"] == "9"


def hw_ratio(value):
    return f"{value.numerator}/{value.denominator}"


@pytest.mark.parametrize(
    "name, given, says",
    [
        ("odds", {"game": "faro", "wager": "tie"}, "there is no game 'faro'"),
        ("odds", {"game": "super-pan-9", "wager": "tie", "settings": {"decks": "99"}}, "decks lies between 1 and 8"),
        ("odds", {"game": "super-pan-9", "wager": "tie", "pays": {"tie": "much", "royal": "1"}}, "pays.tie: "),
        ("odds", {"game": "super-pan-9", "wager": "tie", "pays": {"tie": "much", "royal": "1"}}, "pays.royal: "),
        ("settle", {"record": "pan9 nonsense"}, "no file is read here"),
        ("settle", {"record": __file__}, "no file is read here"),
        ("set", {"game": "supreme-99", "cards": "9c", "settings": {"top": "3"}}, "there is no setting 'top'"),
        ("rules", {"game": "super-pan-9", "clause": "99"}, "has no clause '99'"),
    ],
)
def test_a_refusal_is_a_sentence(name, given, says):
    answer = asked(name, **given)
    assert answer.is_error
    assert says in answer.content[0].text
    assert "Traceback" not in answer.content[0].text


FIELDS = "the fields of odds are game, wager, settings, paytable, pays, meter, stake"
PAN = {"game": "super-pan-9", "wager": "tie"}


@pytest.mark.parametrize(
    "name, given, says",
    [
        ("odds", {"game": "super-pan-9"}, f"odds needs the field 'wager': ask again with it; {FIELDS}"),
        ("odds", {}, f"odds needs the fields 'game' and 'wager': ask again with them; {FIELDS}"),
        ("settle", {}, "settle needs the field 'record': ask again with it; the fields of settle are record"),
        (
            "odds",
            {"game": "super-pan-9", "wagr": "tie"},
            "odds needs the field 'wager': ask again with it; odds does not have the field 'wagr': a setting of the "
            f"game goes into settings; {FIELDS}; did you mean wager?",
        ),
        (
            "odds",
            {**PAN, "decks": "6"},
            f"odds does not have the field 'decks': a setting of the game goes into settings; {FIELDS}",
        ),
        ("games", {"game": "super-pan-9"}, "games does not have the field 'game'; games has no fields"),
        ("odds", {**PAN, "settings": 7}, "the field 'settings' of odds is an object of names and values, not 7"),
        (
            "odds",
            {"game": 7, "wager": None},
            "the field 'game' of odds is a text, not 7; the field 'wager' of odds is a ",
        ),
        ("settle", {"record": 7}, "the field 'record' of settle is an object of names and values or a text, not 7"),
        (
            "set",
            {"game": "supreme-99", "cards": "9c", "top": "many"},
            "the field 'top' of set is a whole number, not \"many\"",
        ),
        (
            "odd",
            {},
            "there is no tool 'odd'; the tools are games, rules, odds, settle, set, verify; did you mean odds?",
        ),
    ],
)
def test_a_wrong_field_is_one_sentence_that_names_it(name, given, says):
    answer = asked(name, **given)
    assert answer.is_error
    assert answer.content[0].text.startswith(says)
    assert "pydantic" not in answer.content[0].text


def test_the_command_serves_over_standard_input_and_output():
    async def ask():
        command = StdioServerParameters(command=sys.executable, args=["-m", "houseway", "mcp"])
        async with Client(stdio_client(command)) as client:
            return await client.call_tool("rules", {"game": "super-pan-9", "clause": "8"})

    answer = asyncio.run(asyncio.wait_for(ask(), 120))
    assert told(answer) == json.loads(json.dumps(verbs.rules("super-pan-9", "8")))
