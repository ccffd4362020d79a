"""The pages of a proof and of the log, and the verifier that they hand out."""

import re
import subprocess
import sys

from houseway.verifier import main


def test_the_verifier_is_handed_out_as_one_file_that_runs_by_itself(visitor, tmp_path):
    ann = visitor("Ann")
    table = ann.open_table("super-pan-9")
    shoe = ann.view(table)["shoe"]["id"]
    handed = ann.client.get("/verifier.pyz")
    assert 'filename="verifier.pyz"' in handed.headers["content-disposition"]
    main(["--hand-out", str(tmp_path / "own.pyz")])
    assert handed.content == (tmp_path / "own.pyz").read_bytes(), "whoever has it from elsewhere can compare"
    (tmp_path / "verifier.pyz").write_bytes(handed.content)
    (tmp_path / "shoe.json").write_bytes(ann.client.get(f"/api/proof/{shoe}").content)
    command = [sys.executable, "-I", "-S", "verifier.pyz", "shoe.json", "--head", f"1:{'0' * 64}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, ""), done
    assert "NO: there are two logs" in done.stdout


def test_pages_tell_what_checks_away_from_here_and_that_it_may_come_from_elsewhere(visitor):
    ann = visitor("Ann")
    shoe = ann.view(ann.open_table("super-pan-9"))["shoe"]["id"]
    for path in (f"/proof/{shoe}", "/log"):
        page = ann.client.get(path).text
        assert f"python verifier.pyz {'round.json ' if 'proof' in path else ''}shoe-{shoe}.json" in page
        assert 'href="/verifier.pyz"' in page
        assert "Whoever doubts this room takes it from elsewhere" in page


def test_the_log_names_a_shoe_that_there_is_and_counts_as_people_do(visitor, room):
    ann = visitor("Ann")
    empty = ann.client.get("/log").text
    assert "shoe-" not in empty
    assert '<span id="size">0</span> entries, signed' in empty
    for number in (1, 2):
        shoe = ann.view(ann.open_table("super-pan-9"))["shoe"]["id"]
        page = ann.client.get("/log").text
        assert set(re.findall(r"shoe-(\d+)\.json", page)) == {str(shoe)}
        assert f'<span id="size">{number}</span> entr{"y" if number == 1 else "ies"}, signed' in page
        assert f"--head {number}:" in page
