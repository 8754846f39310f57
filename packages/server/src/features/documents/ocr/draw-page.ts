import type { DocumentKind } from '@deal-canvas/contract'
import type { Canvas } from '@napi-rs/canvas'
import { documentMessages } from '../../../messages/documents.ts'
import { withBoundedArrays } from '../reading/bounded-arrays.ts'
import { openPdf } from '../reading/open-pdf.ts'
import { judgePicture } from '../reading/read-picture.ts'
import { unreadable } from '../reading/unreadable.ts'
import type { GrayPicture } from './tesseract.ts'
import { tiffPageAsPdf } from './tiff-page.ts'

/** What text recognition gets: A4 at 300 dpi fits. */
const maxPixels = 10_000_000
/** Enough for small print; more only takes longer. */
const pdfDpi = 200
/** A picture with fewer pixels on its longer side is enlarged: letters of 10 pixels are hardly recognized. */
const smallSide = 1_800
const maxEnlargement = 3
/** Decoded images are arrays, too: 40 million pixels in three colors. */
const maxArrayBytes = 160 * 1024 * 1024

const loadCanvas = () => import('@napi-rs/canvas')

const grayOf = (canvas: Canvas, dpi: number): GrayPicture => {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  const pixels = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < pixels.length; at++, from += 4)
    pixels[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 151 + (data[from + 2] ?? 0) * 28) >> 8
  return { width, height, pixels, dpi }
}

const scaleOf = (width: number, height: number, wished: number): number =>
  Math.min(wished, Math.sqrt(maxPixels / Math.max(width * height, 1)))

const enlargementOf = (width: number, height: number): number =>
  Math.min(Math.max(1, smallSide / Math.max(width, height)), maxEnlargement)

const isBlank = ({ pixels }: GrayPicture): boolean => {
  const [first = 255] = pixels
  return pixels.every((pixel) => Math.abs(pixel - first) < 8)
}

const drawPdf = (
  bytes: Uint8Array,
  { number, wishedScale }: { number: number; wishedScale(size: Size): number },
): Promise<GrayPicture> =>
  withBoundedArrays(async (isExceeded) => {
    const { createCanvas } = await loadCanvas()
    const { document, close } = await openPdf(bytes, { isDrawn: true })
    try {
      const page = await document.getPage(number)
      const size = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: scaleOf(size.width, size.height, wishedScale(size)) })
      const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)))
      // The same interface as in a browser, whose types are not known here.
      const canvasContext = canvas.getContext('2d') as unknown as DrawnOn<typeof page>
      await page.render({ canvas: null, canvasContext, viewport, background: '#ffffff' }).promise
      return grayOf(canvas, Math.round(72 * viewport.scale))
    } catch {
      return unreadable(isExceeded() ? documentMessages.pdfInflatesTooFar() : documentMessages.pageDamaged())
    } finally {
      await close()
    }
  }, maxArrayBytes)

/** Rejects a page with an image that is damaged or too large. While a page is drawn, such images are left out. */
const assertImagesRead = (bytes: Uint8Array, number: number): Promise<void> =>
  withBoundedArrays(async () => {
    const { document, close } = await openPdf(bytes, { isDrawn: true, isStrict: true })
    try {
      const page = await document.getPage(number)
      const { argsArray } = await page.getOperatorList()
      const names = argsArray.flatMap((args: unknown) => (Array.isArray(args) && isImageName(args[0]) ? [args[0]] : []))
      const isMissing = names.some((name) => {
        const objects = name.startsWith('g_') ? page.commonObjs : page.objs
        return objects.has(name) && objects.get(name) === null
      })
      if (isMissing) throw new Error('An image cannot be decoded')
    } catch {
      unreadable(documentMessages.pageDamaged())
    } finally {
      await close()
    }
  }, maxArrayBytes)

const isImageName = (value: unknown): value is string => typeof value === 'string' && /^(?:g_\w+_)?img_/.test(value)

type DrawnOn<Page extends { render(how: never): unknown }> = NonNullable<
  (Parameters<Page['render']>[0] & { canvasContext?: unknown })['canvasContext']
>

interface Size {
  width: number
  height: number
}

const drawPdfPage = async (
  bytes: Uint8Array,
  number: number,
  wishedScale: (size: Size) => number,
): Promise<GrayPicture | undefined> => {
  // The bytes are detached while they are read.
  const drawn = await drawPdf(bytes.slice(), { number, wishedScale })
  if (!isBlank(drawn)) return drawn
  await assertImagesRead(bytes, number)
  return undefined
}

const drawPicture = async (bytes: Uint8Array): Promise<GrayPicture | undefined> => {
  const { createCanvas, loadImage } = await loadCanvas()
  const image = await loadImage(bytes).catch(() => unreadable(documentMessages.imageDamaged()))
  const scale = scaleOf(image.width, image.height, enlargementOf(image.width, image.height))
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  )
  const context = canvas.getContext('2d')
  // Transparent parts would be black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const drawn = grayOf(canvas, pdfDpi)
  return isBlank(drawn) ? undefined : drawn
}

/** Draws a page of a scan, or a picture, for text recognition; undefined if it is empty. */
export const drawPage = async (
  bytes: Uint8Array,
  kind: DocumentKind,
  number: number,
): Promise<GrayPicture | undefined> => {
  if (kind === 'pdf') return drawPdfPage(bytes, number, () => pdfDpi / 72)
  // The header is checked again, because the decoder believes it.
  judgePicture(bytes)
  if (kind === 'tiff')
    return drawPdfPage(tiffPageAsPdf(bytes, number), 1, ({ width, height }) => enlargementOf(width, height))
  return drawPicture(bytes)
}
