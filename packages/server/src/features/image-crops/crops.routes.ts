import { addImageCrop, type ImageCrop, imageCrop } from '@deal-canvas/contract'
import { handleBytes, handleFiles, type Route } from '../../http/handler.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import type { CropRow, Crops } from './crops.service.ts'

interface Deps {
  crops: Crops
  blobs: Pick<Blobs, 'open'>
}

export const cropRoutes = ({ crops, blobs }: Deps): Route[] => [
  handleFiles(addImageCrop, ({ actor, params, files, fields }) =>
    crops
      .add(actor, params.deal_id, files, () => {
        const { document_id: documentId, page } = fields()
        return { documentId, page }
      })
      .then(presentCrop),
  ),
  handleBytes(imageCrop, async ({ params }) => {
    const { sha256, size, mediaType } = await crops.find(params.deal_id, params.crop_id)
    return {
      sha256,
      size,
      mediaType,
      open: async (range) => {
        const stream = await blobs.open(sha256, range)
        if (stream === undefined) throw new Error(`The content of a picture is missing: ${sha256}`)
        return stream
      },
    }
  }),
]

const presentCrop = (crop: CropRow): ImageCrop => ({
  id: crop.id,
  deal_id: crop.dealId,
  document_id: crop.documentId,
  page: crop.page,
  media_type: crop.mediaType,
  width: crop.width,
  height: crop.height,
  size: crop.size,
  sha256: crop.sha256,
  comment_id: crop.commentId,
  created_by: crop.createdBy,
  created_at: crop.createdAt.toISOString(),
})
