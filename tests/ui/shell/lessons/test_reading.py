"""Lesson files: what is read, and one sentence for everything that is wrong with one."""

import time

import pytest

from belieflab.errors import DataError
from belieflab.ui.shell.lessons import library
from belieflab.ui.shell.lessons.lesson import Condition
from belieflab.ui.shell.lessons.reading import MAX_BYTES, MAX_STEPS, read_lesson

STEP = '[[steps]]\npage = "mixture"\ntitle = "One"\ntext = "Look."\n'
HEAD = 'title = "T"\npromise = "P"\n'


def read(text: str, name: str = "mine.toml"):
    return read_lesson(text.encode(), name)


def test_a_small_lesson_is_read_with_its_defaults():
    lesson = read(HEAD + STEP)
    assert (lesson.key, lesson.title, lesson.promise) == ("mine", "T", "P")
    assert (lesson.minutes, lesson.seed, lesson.also) == (10, 7, ())
    [step] = lesson.steps
    assert (step.page, step.title, step.text) == ("mixture", "One", "Look.")
    assert step.done == () and step.question is None and not step.hidden


def test_settings_belong_to_the_page_of_the_step_unless_they_name_another():
    [step] = read(HEAD + STEP + 'settings = { K = 3, "labels.tab" = "Edit" }\n').steps
    assert step.settings == {"mixture.K": 3, "labels.tab": "Edit"}


def test_data_and_labels_are_written_out_with_all_their_settings():
    more = 'data = { sample = "gaussians", classes = 3 }\nlabels = { law = "hard" }\n'
    [step] = read(HEAD + STEP + more).steps
    assert step.data is not None and step.data.settings["classes"] == 3
    assert step.data.settings["dimension"] == 2
    assert step.labels is not None and step.labels.key == "hard"


def test_conditions_may_be_one_or_several():
    one = read(HEAD + STEP + 'task = "Pin."\ndone = { condition = "edited" }\n').steps[0]
    assert one.done == (Condition("edited", {}),)
    several = '[{ condition = "pinned", page = "mixture" }, { condition = "noise" }]'
    two = read(f'{HEAD}{STEP}task = "Pin."\ndone = {several}\n').steps[0]
    assert [each.kind for each in two.done] == ["pinned", "noise"]


def test_questions_have_choices_or_ask_for_a_number():
    reveal = 'reveal = "R"\n'
    choices = '[steps.question]\ntext = "Q"\nchoices = ["a", "b"]\nanswer = "b"\n'
    chosen = read(HEAD + STEP + reveal + choices).steps[0].question
    assert chosen is not None and chosen.choices == ("a", "b")
    assert chosen.comment("b") == "You said: b; that is so."
    assert chosen.comment("a") == "You said: a; it is: b."
    number = '[steps.question]\ntext = "Q"\nlow = 0\nhigh = 50\nanswer = 14.5\n'
    guessed = read(HEAD + STEP + reveal + number).steps[0].question
    assert guessed is not None and (guessed.low, guessed.high, guessed.step) == (0, 50, 0.5)
    assert guessed.comment(20.0) == "You guessed 20; it is 14.5."


def test_a_stage_gathers_what_earlier_steps_have_set_up():
    first = STEP + 'data = { sample = "iris" }\nlabels = { law = "hard" }\nsettings = { K = 3 }\n'
    second = STEP + 'settings = { tol = "1e-4" }\n'
    third = STEP + 'data = { sample = "wine" }\n'
    lesson = read(HEAD + first + second + third)
    stage = lesson.stage(1)
    assert stage.data is not None and stage.data.key == "iris"
    assert stage.labels is not None and stage.labels.key == "hard"
    assert stage.settings == {"mixture.K": 3, "mixture.tol": "1e-4"}
    assert lesson.stage(2).labels is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = ", "not valid TOML"),
        (STEP, "`title` is missing"),
        (HEAD, "1 to 30 steps"),
        (HEAD + "steps = 3", "1 to 30 steps"),
        (HEAD + "steps = [3]", "Step 1: it is not a table"),
        (HEAD + STEP * (MAX_STEPS + 1), "1 to 30 steps"),
        (HEAD + "run = 'rm'\n" + STEP, "The lesson has 'run'"),
        (HEAD + STEP + "code = 'x'\n", "Step 1: it has 'code'"),
        (HEAD + STEP.replace("mixture", "atlantis"), "no page called 'atlantis'"),
        (HEAD + STEP + "title2 = 1\n", "Step 1: it has 'title2'"),
        (HEAD + STEP.replace('"Look."', "7"), "`text` is a text"),
        (HEAD + STEP.replace("Look.", "x" * 701), "at most 700 characters"),
        (HEAD + STEP + 'data = { sample = "atlantis" }\n', "no sample called"),
        (HEAD + STEP + 'data = { sample = "gaussians", classes = 99 }\n', "between 2 and 12"),
        (HEAD + STEP + 'data = { sample = "iris", delta = 1 }\n', "Unknown setting"),
        (HEAD + STEP + 'data = "iris"\n', "named by `sample`"),
        (HEAD + STEP + 'labels = { law = "hard" }\n', "no data to put them on"),
        (HEAD + STEP + "settings = 3\n", "`settings` is a table"),
        (HEAD + STEP + "settings = { x = 1979-05-27 }\n", "a setting is a number"),
        (HEAD + STEP + "settings = { x = nan }\n", "a setting is a number"),
        (HEAD + STEP + "settings = { x = [[1]] }\n", "a list holds"),
        (HEAD + STEP + 'done = { condition = "edited" }\n', "needs a `task`"),
        (HEAD + STEP + "done = 3\n", "`done` is a condition"),
        (HEAD + STEP + 'task = "T"\ndone = { page = "mixture" }\n', "`done` is written"),
        (HEAD + STEP + 'task = "T"\ndone = { condition = "magic" }\n', "no condition called"),
        (HEAD + STEP + 'task = "T"\ndone = { condition = "run" }\n', "needs a text `page`"),
        (HEAD + STEP + 'hidden = "yes"\n', "`hidden` is true or false"),
        (HEAD + STEP + "show = [1]\n", "`show` is a list of names"),
        (HEAD + STEP + "[steps.question]\ntext = 'Q'\n", "needs a `reveal`"),
        ("seed = -1\n" + HEAD + STEP, "`seed` lies between"),
        ("seed = true\n" + HEAD + STEP, "`seed` is a number"),
        ("minutes = 1000\n" + HEAD + STEP, "`minutes` lies between"),
        (f"minutes = {'9' * 5000}\n" + HEAD + STEP, "not valid TOML"),
        ("also = ['A B']\n" + HEAD + STEP, "small letters"),
    ],
)
def test_one_sentence_says_what_is_wrong(text, sentence):
    with pytest.raises(DataError) as caught:
        read(text)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value) or "TOML" in str(caught.value)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("choices = ['a']\nanswer = 'a'", "2 to 5 choices"),
        ("choices = ['a', 'a']\nanswer = 'a'", "which all differ"),
        ("choices = ['a', 'b']\nanswer = 'c'", "one of the choices"),
        ("choices = ['a', 1]\nanswer = 'a'", "a choice is a text"),
        ("choices = ['a', 'b']\nanswer = 'a'\nlow = 1", "has 'low'"),
        ("low = 1\nhigh = 0\nanswer = 1", "below the highest"),
        ("low = 0\nhigh = 1\nanswer = 2", "lies between 0 and 1"),
        ("low = 0\nhigh = 1\nanswer = 1\nstep = 0", "above 0"),
        ("low = 0\nanswer = 1", "`high` is a number"),
    ],
)
def test_one_sentence_says_what_is_wrong_with_a_question(question, sentence):
    with pytest.raises(DataError, match=sentence):
        read(f"{HEAD}{STEP}reveal = 'R'\n[steps.question]\ntext = 'Q'\n{question}\n")


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00title",
        b"#" * (MAX_BYTES + 1),
        b"a = " + b"[" * 20_000,
        b"a = " + b"{a = " * 10_000,
        b".".join([b"a"] * 20_000) + b" = 1",
        b'"a".' * 10_000 + b"a = 1",
        b"[" + b".".join([b"a"] * 20_000) + b"]",
        b"a = {" + b".".join([b"a"] * 20_000) + b" = 1}",
        b"x = " + b"9" * 50_000,
        b"seed = 1" + b"0" * 400,
        b"seed = 1e400",
        b'title = "\\ud800"',
        b"seed = 1\nseed = 2",
        b'title = "' + b"x" * 50_000,
        b"PK\x03\x04" + b"\0" * 100,
    ],
)
def test_a_hostile_file_gets_a_sentence_in_a_moment(content):
    begun = time.process_time()
    with pytest.raises(DataError):
        read_lesson(content, "mine.toml")
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("name", ["../x.toml", "A.toml", "a b.toml", "", "x" * 50, "a_b.toml"])
def test_the_name_of_a_lesson_can_stand_in_a_link(name):
    with pytest.raises(DataError, match="small letters"):
        read(HEAD + STEP, name)


def test_the_server_offers_the_lessons_of_its_folder_and_says_which_files_are_none(
    tmp_path, monkeypatch
):
    (tmp_path / "good.toml").write_text(HEAD + STEP, encoding="utf-8")
    (tmp_path / "bad.toml").write_text("title = ", encoding="utf-8")
    (tmp_path / "worth.toml").write_text(HEAD + STEP, encoding="utf-8")
    (tmp_path / "other.txt").write_text("no lesson", encoding="utf-8")
    monkeypatch.setenv(library.FOLDER_VARIABLE, str(tmp_path))
    found, problems = library.folder_lessons()
    assert list(found) == ["good"]
    assert len(problems) == 2
    assert problems[0].startswith("bad.toml: The lesson file is not valid TOML")
    assert problems[1] == (
        "worth.toml: There is a lesson called worth already; choose another name."
    )
    (tmp_path / "good.toml").write_text(HEAD.replace("T", "New") + STEP, encoding="utf-8")
    assert library.folder_lessons()[0]["good"].title == "New"
    monkeypatch.setenv(library.FOLDER_VARIABLE, str(tmp_path / "nowhere"))
    assert library.folder_lessons() == ({}, ["BELIEFLAB_LESSONS does not name a folder."])
