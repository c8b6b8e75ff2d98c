"""Changes a crop as other cameras, dates and weather would."""
from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

Crop = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Pixels (height x width x bands), boxes (n x 4), points (n x 2), boxes of unknown ground."""


def _mirror_boxes(boxes: np.ndarray, size: int) -> np.ndarray:
    out = boxes.copy()
    out[:, 0], out[:, 2] = size - boxes[:, 2], size - boxes[:, 0]
    return out


def _swap(rows: np.ndarray) -> np.ndarray:
    """x and y changed over, of boxes or of points."""
    return rows[:, [1, 0, 3, 2]] if rows.shape[1] == 4 else rows[:, ::-1].copy()


def turn(crop: Crop, mirror: bool, transpose: bool, upside: bool) -> Crop:
    """Any of the eight symmetries of the square: three switches reach them all."""
    pixels, boxes, points, ignore = crop
    size = pixels.shape[1]
    if mirror:
        pixels = pixels[:, ::-1]
        boxes, ignore = _mirror_boxes(boxes, size), _mirror_boxes(ignore, size)
        points = points * [-1, 1] + [size, 0]
    if upside:
        # Upside down is a mirror between two transpositions.
        turned = turn((pixels.transpose(1, 0, 2), _swap(boxes), _swap(points), _swap(ignore)),
                      True, True, False)
        pixels, boxes, points, ignore = turned
    # Last: between the two mirrors it would undo one of them.
    if transpose:
        pixels = pixels.transpose(1, 0, 2)
        boxes, points, ignore = _swap(boxes), _swap(points), _swap(ignore)
    return np.ascontiguousarray(pixels), boxes, points.astype(np.float32), ignore


def _colour(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Brightness, contrast, gamma, saturation and a cast, each by its own draw; 0..1."""
    gain = rng.uniform(0.75, 1.3) * rng.uniform(0.93, 1.07, image.shape[2])
    image = image * gain.astype(np.float32) + rng.uniform(-0.06, 0.06)
    mean = image.mean((0, 1), keepdims=True)
    image = mean + (image - mean) * rng.uniform(0.7, 1.35)
    grey = image[..., :3].mean(2, keepdims=True)
    image[..., :3] = grey + (image[..., :3] - grey) * rng.uniform(0.5, 1.4)
    return np.clip(image, 0, 1) ** rng.uniform(0.75, 1.35)


def _haze(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Veils the image with pale light that differs from side to side; NIR is veiled least."""
    height, width, bands = image.shape
    veil = rng.uniform(0, 0.35) * np.linspace(rng.uniform(0.5, 1), 1, width)[None, :, None]
    light = np.array([0.78, 0.82, 0.88, 0.5], np.float32)[:bands]
    share = np.array([1, 1, 1, 0.4], np.float32)[:bands] * veil
    return image * (1 - share) + light * share * np.ones((height, 1, 1), np.float32)


def _blur(image: np.ndarray, radius: float) -> np.ndarray:
    bands = [Image.fromarray((image[..., b] * 255).astype(np.uint8)) for b in
             range(image.shape[2])]
    soft = [np.asarray(band.filter(ImageFilter.GaussianBlur(radius))) for band in bands]
    return np.stack(soft, 2).astype(np.float32) / 255


def recolour(
    image: np.ndarray, rng: np.random.Generator, strength: float = 1.0
) -> np.ndarray:
    """Colour, haze, blur and noise at random; float32 0..1 in and out.

    `strength` below 1 spares the colours, where colour is what is asked about.
    """
    image = image.astype(np.float32)
    if rng.random() < 0.8:
        image = image + strength * (_colour(image, rng) - image)
    if rng.random() < 0.2:
        image = _haze(image, rng)
    if rng.random() < 0.25:
        image = _blur(np.clip(image, 0, 1), rng.uniform(0.3, 1.4))
    if rng.random() < 0.25:
        image = image + rng.normal(0, rng.uniform(0.005, 0.03), image.shape)
    return np.clip(image, 0, 1).astype(np.float32)
