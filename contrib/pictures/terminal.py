#!/usr/bin/python3
"""Draws what a terminal shows: text with ANSI colours from standard input, as a PNG file.

usage: terminal.py FILE.png < text
"""

import re
import sys
import unicodedata

from PIL import Image, ImageDraw, ImageFont

FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono"
# A font of bitmaps, which has one size only.
EMOJI, EMOJI_SIZE = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf", 109
SIZE, MARGIN, LINE = 15, 16, 19
BACKGROUND, FOREGROUND = (30, 33, 36), (222, 222, 214)
BASIC = [
    (0, 0, 0), (205, 80, 80), (92, 184, 92), (229, 181, 103), (84, 150, 216), (190, 120, 200), (80, 190, 190), FOREGROUND,
]


def palette(number):
    """A colour of the 256: the first 16, the cube of 6 by 6 by 6, the greys."""
    if number < 16:
        return BASIC[number % 8]
    if number > 231:
        return (8 + (number - 232) * 10,) * 3
    cube = [0, 95, 135, 175, 215, 255]
    number -= 16
    return cube[number // 36], cube[number // 6 % 6], cube[number % 6]


class Pen:
    """The colour and the weight that escape sequences have set."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.colour, self.background, self.is_bold, self.is_dim = FOREGROUND, None, False, False

    def set(self, codes):
        codes = [int(code or 0) for code in codes.split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code == 1:
                self.is_bold = True
            elif code == 2:
                self.is_dim = True
            elif code == 22:
                self.is_bold = self.is_dim = False
            elif code == 39:
                self.colour = FOREGROUND
            elif code == 49:
                self.background = None
            elif code == 38 and codes[0] == 5:
                self.colour, codes = palette(codes[1]), codes[2:]
            elif code == 38:
                self.colour, codes = tuple(codes[1:4]), codes[4:]
            elif 30 <= code <= 37:
                self.colour = BASIC[code - 30]
            elif code == 48 and codes[0] == 5:
                self.background, codes = palette(codes[1]), codes[2:]
            elif code == 48:
                self.background, codes = tuple(codes[1:4]), codes[4:]

    @property
    def ink(self):
        if not self.is_dim:
            return self.colour
        return tuple((a + b) // 2 for a, b in zip(self.colour, BACKGROUND))


def draw_braille(draw, character, left, top, advance, ink):
    """Its dots, evenly spaced across characters, as terminals draw them."""
    for bit, (x, y) in enumerate([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]):
        if (ord(character) - 0x2800) >> bit & 1:
            centre = (left + (x + 0.5) * advance / 2, top + (y + 0.5) * LINE / 4)
            draw.ellipse([centre[0] - 1.6, centre[1] - 1.6, centre[0] + 1.6, centre[1] + 1.6], fill=ink)


def draw_emoji(picture, character, left, top, width):
    """Two columns wide and one line high, as terminals draw them."""
    font = ImageFont.truetype(EMOJI, EMOJI_SIZE)
    bounds = font.getbbox(character)
    emoji = Image.new("RGBA", (bounds[2], bounds[3]))
    ImageDraw.Draw(emoji).text((0, 0), character, font=font, embedded_color=True)
    emoji = emoji.crop(emoji.getbbox())
    scale = min(width / emoji.width, (LINE - 1) / emoji.height)
    emoji = emoji.resize((round(emoji.width * scale), round(emoji.height * scale)), Image.Resampling.LANCZOS)
    place = (round(left + (width - emoji.width) / 2), round(top + (LINE - emoji.height) / 2))
    picture.paste(emoji, place, emoji)


def columns(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def main():
    lines = sys.stdin.read().replace("\r", "").rstrip("\n").split("\n")
    regular = ImageFont.truetype(f"{FONTS}.ttf", SIZE)
    bold = ImageFont.truetype(f"{FONTS}-Bold.ttf", SIZE)
    advance = regular.getlength("m")
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = max(sum(map(columns, line)) for line in plain)
    size = (round(width * advance) + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN)
    picture = Image.new("RGB", size, BACKGROUND)
    draw = ImageDraw.Draw(picture)
    pen = Pen()
    for row, line in enumerate(lines):
        column = 0
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b["):
                pen.set(part[2:-1])
                continue
            for character in part:
                place = (MARGIN + column * advance, MARGIN + row * LINE)
                left, right = round(place[0]), round(place[0] + advance * columns(character)) - 1
                top, bottom, middle = place[1], place[1] + LINE - 1, place[1] + LINE // 2
                if pen.background:
                    draw.rectangle((left, top, right, bottom), fill=pen.background)
                # Terminals draw blocks and braille themselves, without gaps.
                if character in "█▀▄":
                    box = (left, middle if character == "▄" else top, right, middle - 1 if character == "▀" else bottom)
                    draw.rectangle(box, fill=pen.ink)
                    column += 1
                    continue
                if "\u2800" <= character <= "\u28ff":
                    draw_braille(draw, character, left, top, advance, pen.ink)
                    column += 1
                    continue
                if "\U0001f300" <= character <= "\U0001faff":
                    draw_emoji(picture, character, *place, 2 * advance)
                    column += 2
                    continue
                draw.text(place, character, fill=pen.ink, font=bold if pen.is_bold else regular)
                column += columns(character)
    picture.save(sys.argv[1], optimize=True)


main()
