"""CoralNet's export of annotations: points of pictures, labels and what the machine suggests."""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from belieflab.belief import MassTable
from belieflab.data.crowd_files import CrowdFile, read_crowd_file, write_crowd_file
from belieflab.data.crowd_files.losses import describe_loss
from belieflab.data.crowd_files.machine_suggestions import MACHINE
from belieflab.data.crowd_files.tables import find_table_question
from belieflab.data.reading import guess_roles
from belieflab.errors import DataError

SAMPLE = Path(__file__).parents[2] / "sample_data" / "answers" / "coralnet.csv"
HEAD = "Name,Site,Row,Column,Label code,Label,Annotator,Annotated"
HINTS = ",Machine suggestion 1,Machine confidence 1,Machine suggestion 2,Machine confidence 2"


def opened(*lines: str, head: str = HEAD + HINTS, **how: tuple[float, float]) -> CrowdFile:
    return read_crowd_file("\n".join([head, *lines, ""]).encode(), "annotations.csv", **how)


def said_in(crowd: CrowdFile) -> dict[tuple[str, str], dict[str, float]]:
    answers, found = crowd.answers, {}
    for k, (row, who) in enumerate(zip(answers.rows, answers.annotators, strict=True)):
        entries = slice(answers.starts[k], answers.starts[k + 1])
        sets = [crowd.frame.format(int(mask)) for mask in answers.focal[entries]]
        masses = answers.mass[entries].round(6).tolist()
        found[crowd.items[row], crowd.annotators[who]] = dict(zip(sets, masses, strict=True))
    return found


def test_a_point_is_a_place_in_a_picture_and_the_machine_an_annotator_of_its_own() -> None:
    crowd = opened(
        "a.jpg,N,120,340,Porit,Porites,ann,2025-01-01,Porit,60,Turf,30",
        "b.jpg,N,120,340,Turf,Turf algae,bob,2025-01-01,Turf,70,Porit,20",
    )
    assert crowd.layout == "coralnet" and crowd.items == ("a.jpg (120, 340)", "b.jpg (120, 340)")
    assert crowd.annotators == ("ann", "bob", MACHINE)
    assert crowd.scale == (0, 100) and crowd.notes == ()
    assert said_in(crowd) == {
        ("a.jpg (120, 340)", "ann"): {"{Porites}": 1.0},
        ("b.jpg (120, 340)", "bob"): {"{Turf algae}": 1.0},
        ("a.jpg (120, 340)", MACHINE): {"{Porites}": 0.6, "{Turf algae}": 0.3, "Ω": 0.1},
        ("b.jpg (120, 340)", MACHINE): {"{Turf algae}": 0.7, "{Porites}": 0.2, "Ω": 0.1},
    }


def test_suggestions_are_codes_or_names_and_a_class_that_nobody_gave_stays_as_it_is() -> None:
    crowd = opened(
        # Here "Sand" is the code of one class and the name of another one.
        "a,N,1,1,Sand,Fine sand,ann,,Sand,50,Coarse,40",
        "a,N,1,2,Coarse,Sand,ann,,Coarse,90,CCA,5",
    )
    machine = {item: each for (item, who), each in said_in(crowd).items() if who != "ann"}
    assert machine["a (1, 1)"] == {"{Fine sand}": 0.5, "{Sand}": 0.4, "Ω": 0.1}
    assert machine["a (1, 2)"] == {"{Sand}": 0.9, "{CCA}": 0.05, "Ω": 0.05}
    named = opened("a,N,1,1,Por,Porites,ann,,Turf,50,Porites,40", "a,N,1,2,Trf,Turf,ann,,Turf,9,,")
    machine = {item: each for (item, who), each in said_in(named).items() if who != "ann"}
    assert machine["a (1, 1)"] == {"{Turf}": 0.5, "{Porites}": 0.4, "Ω": 0.1}


def test_what_nobody_confirmed_counts_once() -> None:
    crowd = opened(
        "a,N,1,1,S,Sand,robot,,S,80,T,10",  # what the machine suggests
        "a,N,1,2,S,Sand,robot,,,,,",  # the same without its suggestions
        "a,N,1,3,S,Sand,robot,,T,80,S,10",  # an older label
        "a,N,1,4,T,Turf,,,S,80,T,10",
        "a,N,1,5,,,,,S,80,T,10",
        "a,N,1,6,S,Sand,ann,,S,80,T,10",
    )
    people = {key: each for key, each in said_in(crowd).items() if key[1] != MACHINE}
    assert people == {
        ("a (1, 2)", "robot"): {"{Sand}": 1.0},
        ("a (1, 3)", "robot"): {"{Sand}": 1.0},
        ("a (1, 4)", "unconfirmed"): {"{Turf}": 1.0},
        ("a (1, 6)", "ann"): {"{Sand}": 1.0},
    }
    assert len(crowd.answers) == 4 + 5
    assert crowd.notes == (
        "Labels that nobody confirmed and that are the machine's first suggestion: 1. They count "
        "once, as machine suggestions.",
    )


def test_only_four_columns_are_needed() -> None:
    crowd = opened("a,1,1,Sand", "a,1,2,Turf", "b,1,1,Turf", head="Name,Row,Column,Label")
    assert crowd.layout == "coralnet" and crowd.annotators == ("somebody",) and crowd.scale is None
    assert crowd.notes == ("The file does not say who annotated: all labels are one annotator's.",)
    written = write_crowd_file(crowd, crowd.answers.combine("average")).decode().splitlines()
    assert written[0] == "Name,Row,Column,Label,Machine suggestion 1,Machine confidence 1"
    assert written[1] == "a,1,1,Sand,Sand,100.0"


def test_confidences_from_zero_to_one_and_verified_labels_of_the_toolbox() -> None:
    head = "Name,Row,Column,Label,Long Label,Verified,Machine confidence 1,Machine suggestion 1"
    crowd = opened("a,1,1,S,Sand,True,0.900,S", "a,1,2,T,Turf,False,0.300,S", head=head)
    assert crowd.scale == (0, 1) and crowd.frame.names == ("S", "T")
    assert said_in(crowd) == {
        ("a (1, 1)", "somebody"): {"{S}": 1.0},
        ("a (1, 2)", "unconfirmed"): {"{T}": 1.0},
        ("a (1, 1)", MACHINE): {"{S}": 0.9, "Ω": 0.1},
        ("a (1, 2)", MACHINE): {"{S}": 0.3, "Ω": 0.7},
    }


def test_what_is_in_doubt_about_suggestions_is_said() -> None:
    crowd = opened(
        "a,N,1,1,S,Sand,ann,,S,50,T,51",  # rounding
        "a,N,1,2,T,Turf,ann,,S,90,T,30",
        "a,N,1,3,S,Sand,ann,,S,,T,",
        "a,N,1,4,S,Sand,ann,,S,40,Sand,40",  # its code and its name
        "a,N,1,4,S,Sand,bob,,S,30,T,30",
        "a,N,1,6,S,Sand,ann,,S,30,T,30",
        "a,N,1,6,S,Sand,bob,,S,30,T,30",
    )
    machine = {item: each for (item, who), each in said_in(crowd).items() if who.startswith("mach")}
    assert machine["a (1, 1)"] == {"{Turf}": 0.50495, "{Sand}": 0.49505}
    assert machine["a (1, 2)"] == {"{Sand}": 0.75, "{Turf}": 0.25}
    assert machine["a (1, 3)"] == {"{Sand}": 1.0}
    assert machine["a (1, 4)"] == {"{Sand}": 0.3, "{Turf}": 0.3, "Ω": 0.4}
    assert crowd.notes == (
        "Lines whose suggestions differ from later ones about their point: 1; the last ones count.",
        "Suggestions without a confidence: 1, the first one of each is taken as sure. The first: "
        "line 4.",
        "Suggestions whose confidences sum to more than 100 %: 1, divided by their sum. The first: "
        "line 3.",
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("a,N,1,2,T,Turf,ann,,S,130,T,1", "Line 3: the confidence 130 is outside the scale from 0"),
        ("a,N,1,2,T,Turf,ann,,S,-1,T,1", "Line 3: the confidence -1 is outside the scale from 0"),
        ("a,N,1,2,T,Turf,ann,,S,many,T,1", "'many'"),
        ("a,N,1,2,S,Turf,ann,,S,30,T,1", "Line 3: 'S' in column 'Label code' stands for 'Turf'"),
    ],
)
def test_a_broken_line_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(DataError) as caught:
        opened("a,N,1,1,S,Sand,ann,,S,80,T,10", line)
    assert sentence in str(caught.value)


def test_lines_without_a_point_and_repeated_labels_are_named() -> None:
    fine = "a,N,1,1,S,Sand,ann,,S,80,T,10"
    crowd = opened(
        fine, ",N,1,2,T,Turf,ann,,,,,", "a,N,,2,T,Turf,ann,,,,,", fine.replace("Sand", "")
    )
    assert crowd.notes == (
        "Line 3 does not say which point of which picture it is about and is left out (2 such "
        "lines).",
        "Line 2: ann answers about a (1, 1) again in line 5; the last answer counts (1 such line).",
    )
    with pytest.raises(DataError, match="No line of the file holds a label or a suggestion"):
        opened("a,N,1,1,,,ann,,,,,")


def test_labels_go_back_with_their_codes_and_shares_of_classes() -> None:
    crowd = opened(
        "a.jpg,N,120,340,Porit,Porites,ann,2025-01-01,Porit,60,Turf,30",
        "a.jpg,N,120,341,Turf,Turf algae,ann,2025-01-01,Turf,70,Porit,20",
        "b.jpg,S,7,8,CCA,CCA,bob,2025-01-01,Turf,70,Porit,20",
    )
    names, omega = crowd.frame.names, crowd.frame.omega
    assert names == ("CCA", "Porites", "Turf algae")
    labels = MassTable(crowd.frame, [2, 6, omega], [[0.8, 0.0, 0.2], [0.0, 0.5, 0.5], [0, 0, 1.0]])
    written = write_crowd_file(crowd, labels).decode().splitlines()
    assert written == [
        "Name,Site,Row,Column,Label code,Label,Annotator,Machine suggestion 1,Machine confidence 1,"
        "Machine suggestion 2,Machine confidence 2",
        "a.jpg,N,120,340,Porit,Porites,combined,Porites,80.0,,",
        "a.jpg,N,120,341,,,combined,Porites,25.0,Turf algae,25.0",
        "b.jpg,S,7,8,,,,,,,",
    ]
    assert describe_loss(crowd) == "A set of classes is divided evenly among them."
    # A workspace file keeps how the file was written, and not what stood beside its answers.
    kept = replace(crowd, origin=replace(crowd.origin, beside=None))
    again = write_crowd_file(kept, labels).decode().splitlines()
    assert again[1] == "a.jpg,120,340,Porit,Porites,combined,Porites,80.0,,"
    assert "no longer at hand: Site" in describe_loss(kept)
    bare = write_crowd_file(opened("a (b),N,1,2,S,Sand,ann,,S,80,T,10"), labels[[0]], "long")
    assert b"a (b) (1, 2)" in bare
    long = read_crowd_file(b'worker,item,answer\nann,"a (b) (1, 2)",x\nann,odd,y\n')
    points = write_crowd_file(long, long.answers.combine("average"), "coralnet").decode()
    assert points.splitlines()[1:] == ["a (b),1,2,x,combined,x,100.0", "odd,,,y,combined,y,100.0"]


def test_a_hundred_thousand_points_are_read_in_seconds() -> None:
    n = 100_000
    rng = np.random.default_rng(0)
    table = pd.DataFrame({"Name": rng.integers(2_000, size=n), "Row": np.arange(n), "Column": 5})
    table["Label"], table["Annotator"] = rng.choice(list("abcdef"), n), rng.choice(list("uvw"), n)
    for k in range(1, 6):
        table[f"Machine suggestion {k}"] = np.roll(table["Label"], k)
        table[f"Machine confidence {k}"] = 30 - 5 * k
    content = table.to_csv(index=False).encode()
    start = time.thread_time()
    crowd = read_crowd_file(content, "annotations.csv")
    assert time.thread_time() - start < 6
    assert len(crowd.answers) == 2 * n


def test_such_a_table_is_asked_about_before_it_is_taken_for_objects() -> None:
    table = pd.read_csv(SAMPLE)
    question = find_table_question(table, guess_roles(table))
    assert question is not None and [answer.title for answer in question.answers] == [
        "CoralNet's annotations: 36 labels at points of 6 pictures",
        "One object per row",
    ]
