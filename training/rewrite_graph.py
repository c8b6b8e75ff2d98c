#!/usr/bin/python3
"""A detector that is in 8 bits already, in operations that are quick: `python3 rewrite_graph.py runs/old --version 7 --out runs/quick`.

What `quantise.py` does at its end, for a file whose floats are gone. Needs `onnx`.
"""
from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import onnx

from nihol_training.onnx_file.graph_rewrites import rewrite


def main() -> None:
    """Reads model and card of a folder; writes both under the same names."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("run", type=Path)
    ask.add_argument("--name", default="crown")
    ask.add_argument("--version", required=True)
    ask.add_argument("--out", type=Path, required=True)
    args = ask.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    target = args.out / f"{args.name}.onnx"
    model = onnx.load(str(args.run / target.name))
    rewrite(model)
    onnx.save(model, str(target))
    card = json.loads((args.run / f"{args.name}.json").read_text())
    card |= {"version": args.version, "sha256": hashlib.sha256(target.read_bytes()).hexdigest()}
    target.with_suffix(".json").write_text(json.dumps(card, indent=2) + "\n")


if __name__ == "__main__":
    main()
