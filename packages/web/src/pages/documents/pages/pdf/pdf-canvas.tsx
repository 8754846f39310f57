import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'

interface PdfCanvasProps {
  file: PDFDocumentProxy
  page: number
  /** In CSS pixels. */
  width: number
  /** Called with width to height once they are known. */
  onRatio: (ratio: number) => void
  onFailed: () => void
}

/** Beyond this, browsers refuse to draw. */
const maxCanvasPixels = 16_000_000

/** One drawn page of a PDF. */
export const PdfCanvas = ({ file, page, width, onRatio, onFailed }: PdfCanvasProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const told = useRef({ onRatio, onFailed })
  told.current = { onRatio, onFailed }
  useEffect(() => {
    let drawing: RenderTask | undefined
    let isLeft = false
    const draw = async (): Promise<void> => {
      const drawn = await file.getPage(page)
      const { width: natural, height } = drawn.getViewport({ scale: 1 })
      const target = canvas.current
      if (isLeft || target === null) return
      told.current.onRatio(natural / height)
      const sharp = (width / natural) * Math.min(window.devicePixelRatio, 3)
      const scale = Math.min(sharp, Math.sqrt(maxCanvasPixels / (natural * height)))
      const viewport = drawn.getViewport({ scale })
      target.width = Math.floor(viewport.width)
      target.height = Math.floor(viewport.height)
      drawing = drawn.render({ canvas: target, viewport })
      await drawing.promise
    }
    draw().catch(() => {
      if (!isLeft) told.current.onFailed()
    })
    return () => {
      isLeft = true
      drawing?.cancel()
    }
  }, [file, page, width])
  return <canvas ref={canvas} aria-hidden />
}
