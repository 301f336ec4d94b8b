"""A reader that is added to the registry alone is offered wherever a file can be uploaded."""

from opened_pages import drawn, open_page, sentences
from toy_reader import CONTENT, TOY

from belieflab.data.reading import READERS
from belieflab.ui.shell.workspace import Workspace


def with_iris() -> Workspace:
    workspace = Workspace()
    workspace.load_sample("iris")
    return workspace


def test_the_data_page_reads_the_new_kind():
    with READERS.temporarily(TOY):
        app = open_page("data", way="Upload")
        (uploader,) = app.file_uploader
        assert ".toy" in uploader.proto.type and "Toy" in uploader.label
        uploader.upload("points.toy", CONTENT)
        drawn(app)
        assert [each.label for each in app.expander] == [
            "Change what the columns are",
            "Read as Toy",
        ]
        drawn(app.button(key="data.use").click())
        assert app.session_state["workspace"].dataset.feature_names == ("x", "y")


def test_the_labels_page_reads_the_new_kind():
    with READERS.temporarily(TOY):
        app = open_page("labels", with_iris(), tab="Import")
        assert "Toy; the layout is recognised" in sentences(app)
        uploader = app.file_uploader(key="labels.upload")
        assert ".toy" in uploader.proto.type
        uploader.upload("labels.toy", b"#toy\nlabel\n" + b"setosa\n" * 150)
        drawn(app)
        assert app.selectbox(key="labels.upload.layout").value == "hard"
        drawn(app.button(key="labels.attach").click())
        assert app.session_state["workspace"].labels.mass_of(0b001).sum() == 150


def test_the_crowd_page_takes_the_new_kind():
    with READERS.temporarily(TOY):
        app = open_page("crowd", with_iris())
        types = [list(uploader.proto.type) for uploader in app.file_uploader]
        assert types and all(".toy" in each for each in types)
