/** Width and height of an uploaded photo in pixels: four times the largest size at which it is shown. */
const photoSide = 256

/** The file is not an image that this browser can decode. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError'
}

interface Square {
  x: number
  y: number
  side: number
}

/** The largest centered square of an image. */
export const centeredSquare = (width: number, height: number): Square => {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

const decode = async (file: Blob): Promise<ImageBitmap> => {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    throw new UnreadableImageError('The browser could not decode the file', { cause })
  }
}

/**
 * Crops an image to its centered square and scales it to 256 x 256 pixels. Redrawing strips all metadata, such as the
 * location, before the photo leaves the browser. JPEG has no transparency: transparent parts become white.
 */
export const squarePhoto = async (file: Blob): Promise<Blob> => {
  const image = await decode(file)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = photoSide
    canvas.height = photoSide
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('The browser provides no 2D canvas')
    context.fillStyle = 'white'
    context.fillRect(0, 0, photoSide, photoSide)
    context.imageSmoothingQuality = 'high'
    const { x, y, side } = centeredSquare(image.width, image.height)
    context.drawImage(image, x, y, side, side, 0, 0, photoSide, photoSide)
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('The browser could not encode the photo')) : resolve(blob)),
        'image/jpeg',
        0.9,
      ),
    )
  } finally {
    image.close()
  }
}
