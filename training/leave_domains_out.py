#!/usr/bin/python3
"""What a detector gives in a domain that it never saw: `python3 leave_domains_out.py --out RUNS --steps N -- --data FOLDER …`.

One training a domain (a source of images: one camera, country, labeller), without all images of that
domain, each of the same number of crops, from the same beginning. A stopped one goes on, a finished one is
not done again. What follows `--` goes to `train.py`. The last line is JSON.
"""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOMAINS = ("neon", "ttv", "urbanca", "valencia", "pinamar")
DECIDED_HERE = ("--out", "--steps", "--minutes", "--leave-out", "--resume", "--fold", "--limit", "--from")
"""What would make the trainings unequal, or let one see what it is scored by."""


def command_of(domain: str, out: Path, steps: int, rest: list[str]) -> list[str]:
    """The training without a domain. Raises ValueError where `rest` decides what is decided here."""
    decided = sorted({part.split("=")[0] for part in rest} & set(DECIDED_HERE))
    if decided:
        raise ValueError(f"{', '.join(decided)}: decided here, the same for all domains.")
    return [sys.executable, str(HERE / "train.py"), "--leave-out", domain, "--out", str(out / domain),
            "--steps", str(steps), "--minutes", "1e9", "--resume", *rest]


def finished(folder: Path, steps: int, rest: list[str]) -> dict | None:
    """The result of a training that was asked for just so and has ended."""
    asked, result = folder / "asked.json", folder / "result.json"
    if not (asked.exists() and result.exists()):
        return None
    same = json.loads(asked.read_text()) == {"steps": steps, "rest": rest}
    return json.loads(result.read_text()) if same else None


def train_without(domain: str, out: Path, steps: int, rest: list[str]) -> dict:
    """Trains where it has not been done, or goes on; returns the result.

    Raises RuntimeError where the folder holds a training that was asked for otherwise.
    """
    folder = out / domain
    folder.mkdir(parents=True, exist_ok=True)
    asked = folder / "asked.json"
    wanted = {"steps": steps, "rest": rest}
    if asked.exists() and json.loads(asked.read_text()) != wanted:
        raise RuntimeError(f"{folder} holds another training: choose another --out.")
    done = finished(folder, steps, rest)
    if done is None:
        asked.write_text(json.dumps(wanted))
        subprocess.run(command_of(domain, out, steps, rest), check=True)
        done = json.loads((folder / "result.json").read_text())
    return done


def row_of(domain: str, result: dict, steps: int, settings: dict) -> dict:
    """What the left-out domain scored, and how much was learned for it."""
    score = result["accuracy"].get(domain, {})
    ratio = round(score["found"] / score["truth"], 3) if score.get("truth") else None
    return {"domain": domain, "images": result["pictures"]["train"], "crops": steps * int(settings["batch"]),
            "foundToTrue": ratio} | score


def main() -> None:
    """Trains, scores, prints one row a domain."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--steps", type=int, required=True)
    ask.add_argument("--domains", default=",".join(DOMAINS))
    ask.add_argument("rest", nargs="*", help="after --, for train.py")
    args = ask.parse_args()
    table = []
    for domain in args.domains.split(","):
        result = train_without(domain, args.out, args.steps, args.rest)
        settings = json.loads((args.out / domain / "settings.json").read_text())
        table.append(row_of(domain, result, args.steps, settings))
        print(json.dumps(table[-1]), flush=True)
    (args.out / "table.json").write_text(json.dumps(table, indent=2) + "\n")
    print(json.dumps(table))


if __name__ == "__main__":
    main()
