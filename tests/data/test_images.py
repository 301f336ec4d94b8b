"""Images become pixels, reduced where they are large; what is none is refused in a sentence."""

import io
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from belieflab import DataError
from belieflab.data import load_sample
from belieflab.data.reading import (
    Roles,
    describe_guess,
    open_fields,
    read_label_file,
    read_table,
    sniff,
    to_dataset,
    with_image,
)
from belieflab.data.reading.pixels import MAX_PIXELS, pixel_table, reduced_shape
from belieflab.data.reading.process import open_table

PICTURE = load_sample("picture")
PIXELS = np.rint(255 * PICTURE.X).astype(np.uint8).reshape(72, 96, 3)
GREY16 = PIXELS[:, :, 0].astype(np.uint16) * 257


def saved(pixels, kind="PNG", mode=None, **more):
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    content = io.BytesIO()
    (image if mode is None else image.convert(mode)).save(content, kind, **more)
    return content.getvalue()


def as_npy(array):
    content = io.BytesIO()
    np.save(content, array)
    return content.getvalue()


def stated(width, height, kind=2):
    """A PNG whose header states this size, and that holds next to nothing."""

    def chunk(name, data):
        check = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + check

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0))
    rest = chunk(b"IDAT", zlib.compress(bytes(100))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + header + rest


def opened(content, name=""):
    guess = sniff(content, name)
    return guess, read_table(content, guess)


def test_the_picture_among_the_samples_is_that_of_the_example_file():
    content = (Path(__file__).parents[2] / "sample_data" / "picture.png").read_bytes()
    guess, table = opened(content, "picture.png")
    assert describe_guess(guess) == "PNG image, 96 × 72 pixels"
    np.testing.assert_array_equal(table.to_numpy(), PICTURE.X)
    roles = Roles(dict.fromkeys(table.columns, "feature"))
    loaded = with_image(to_dataset(table, roles), guess)
    assert loaded.dataset.image_shape == PICTURE.image_shape == (72, 96)
    assert loaded.dataset.feature_names == ("red", "green", "blue")


@pytest.mark.parametrize(
    ("content", "names", "said"),
    [
        (saved(PIXELS, "TIFF"), "red green blue", "TIFF image, 96 × 72 pixels"),
        (saved(PIXELS, "JPEG"), "red green blue", "JPEG image, 96 × 72 pixels"),
        (saved(PIXELS, "JPEG", "CMYK"), "red green blue", "JPEG image, 96 × 72 pixels"),
        (saved(PIXELS, "PNG", "P"), "red green blue", "PNG image, 96 × 72 pixels"),
        (saved(PIXELS, "PNG", "L"), "grey", "PNG image, 96 × 72 pixels"),
        (saved(PIXELS, "PNG", "1"), "grey", "PNG image, 96 × 72 pixels"),
        (saved(np.repeat(PIXELS[:, :, :1], 3, axis=2)), "grey", "PNG image, 96 × 72 pixels"),
        (saved(GREY16, "TIFF"), "grey", "TIFF image, 96 × 72 pixels"),
        (saved(GREY16 - 500.0, "TIFF", "F"), "grey", "numbers beyond 0 to 1 stretched"),
        (saved(PIXELS, "PNG", "RGBA"), "red green blue", "transparent parts over white"),
        (
            saved(PIXELS, "TIFF", save_all=True, append_images=[Image.fromarray(255 - PIXELS)]),
            "red green blue",
            "the first of several frames",
        ),
    ],
)
def test_every_kind_of_image_has_colours_from_0_to_1(content, names, said):
    guess, table = opened(content)
    assert said in guess.text and open_fields(guess) == ("position",)
    assert list(table.columns) == names.split() and len(table) == 72 * 96
    assert 0 <= table.to_numpy().min() and table.to_numpy().max() <= 1
    if "frames" in said or "white" in said:
        np.testing.assert_array_equal(table.to_numpy(), PICTURE.X)
    if guess.text.startswith("TIFF") and names == "grey" and "stretched" not in said:
        np.testing.assert_array_equal(table["grey"], PICTURE.X[:, 0])


def test_a_large_image_is_reduced_by_the_means_of_its_blocks():
    blocks = np.random.default_rng(0).integers(0, 256, (150, 200, 3), dtype=np.uint8)
    guess, table = opened(saved(np.kron(blocks, np.ones((3, 3, 1), np.uint8))))
    assert guess.text == "PNG image, 600 × 450 pixels, reduced to 230 × 173"
    assert len(table) == 230 * 173 <= MAX_PIXELS
    np.testing.assert_allclose(table.mean(), blocks.mean(axis=(0, 1)) / 255, atol=1e-12)
    assert guess.shape == reduced_shape(450, 600) == (173, 230)
    cut = np.array([[0.0, 0.3, 0.9]])  # 1.5 pixels each
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("belieflab.data.reading.pixels.reduced_shape", lambda *_: (1, 2))
        means = pixel_table(cut[:, :, None], False)["grey"]
    np.testing.assert_allclose(means, [0.15 / 1.5, 1.05 / 1.5])


def test_half_transparent_colours_are_seen_over_white():
    half = np.dstack([PIXELS, np.full((72, 96), 51, np.uint8)])
    _, table = opened(saved(half))
    np.testing.assert_allclose(table.to_numpy(), 0.2 * PICTURE.X + 0.8, atol=1e-12)


def test_places_are_features_on_request():
    content = saved(PIXELS)
    table = read_table(content, replace(sniff(content), position=True))
    assert list(table.columns) == ["red", "green", "blue", "row", "column"]
    assert (table["row"].iloc[96], table["column"].iloc[96]) == (1 / 96, 0.0)
    assert table[["row", "column"]].to_numpy().max() < 1


def test_an_array_of_three_axes_is_an_image_and_one_of_two_is_asked_about():
    for array in (PIXELS, PIXELS / 255, PIXELS.astype(np.int64)):
        guess, table = opened(as_npy(array))
        assert guess.as_image and open_fields(guess) == ("as_image", "position")
        np.testing.assert_array_equal(table.to_numpy(), PICTURE.X)
        assert read_table(as_npy(array), replace(guess, as_image=False)).shape == (72, 288)
    flat = as_npy(PIXELS[:, :, 0])
    guess, table = opened(flat)
    assert not guess.as_image and open_fields(guess) == ("as_image",) and table.shape == (72, 96)
    assert describe_guess(guess) == "NumPy"
    chosen = replace(guess, as_image=True)
    assert describe_guess(chosen) == "NumPy array, 96 × 72 pixels"
    np.testing.assert_array_equal(read_table(flat, chosen)["grey"], PICTURE.X[:, 0])
    assert open_fields(sniff(as_npy(np.zeros((5, 8, 8))))) == ()
    broken = np.where(np.arange(30).reshape(5, 6) == 9, np.nan, 0.5)
    with pytest.raises(DataError, match="The pixel in row 2, column 4 holds no finite number"):
        read_table(as_npy(broken), replace(sniff(as_npy(broken)), as_image=True))


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("cut.png", saved(PIXELS)[:4000], "damaged or cut short"),
        ("cut.jpg", saved(PIXELS, "JPEG")[:300], "damaged or cut short"),
        ("mark.tif", b"II*\0", "damaged or cut short"),
        ("no_size.png", stated(0, 10), "damaged or cut short"),
        ("kind.png", stated(10, 10, kind=5), "damaged or cut short"),
        ("table.png", b"a,b\n1,2\n3,4\n", "name of an image, but it is no PNG, JPEG or TIFF"),
        ("huge.png", stated(40_000, 40_000), "40,000 × 40,000 pixels; the limit is 25 million"),
        ("large.png", stated(6_000, 5_000), "6,000 × 5,000 pixels; the limit is 25 million"),
        (
            "huge.tif",
            saved(Image.new("1", (60_000, 3_100)), "TIFF"),
            "186,000,000 pixels; the limit is 25 million",
        ),
    ],
)
def test_what_is_no_image_gets_one_sentence(name, content, sentence):
    with pytest.raises(DataError, match=sentence) as refused:
        opened(content, name)
    assert "\n" not in str(refused.value)


def test_an_image_holds_no_labels():
    with pytest.raises(DataError, match="an image, which holds no labels"):
        read_label_file(saved(PIXELS), "picture.png")


def test_the_process_that_reads_files_keeps_the_shape():
    found = open_table(saved(PIXELS), "picture.png")
    assert found.guess.shape == (72, 96) and found.guess.as_image
    assert found.table is not None
    np.testing.assert_array_equal(found.table.to_numpy(), PICTURE.X)
    again = open_table(saved(PIXELS), "picture.png", replace(found.guess, position=True))
    assert again.table is not None and "column" in again.table
