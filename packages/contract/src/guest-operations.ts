import type { Operation } from './operation.ts'

/**
 * What a guest can call on their deal, if the role is high enough. Everything else is 403 `guest_not_allowed`, so that
 * an operation added later is closed to guests until somebody lists it here.
 */
const openToGuests: ReadonlySet<string> = new Set([
  // The deal and its live channel
  'showDeal',
  'openCanvas',
  'refreshDealToken',
  'dealEvents',
  'liveChannel',
  'sinceLastLook',
  'markSeen',
  'dealMembers',

  // The memo as it is now, without its history
  'showSection',
  'sectionBlocks',

  // Numbers, and what-ifs that change nothing
  'dealMetrics',
  'dealReading',
  'dealModel',
  'dataQuality',
  'ripplePreview',
  'goalSeek',
  'twoWayTable',
  'scenarios',
  'compareScenarios',
  'showScenario',
  'showUncertainty',
  'simulateScenarios',
  'thresholds',

  // Documents
  'documents',
  'showDocument',
  'documentContent',
  'documentCells',
  'documentPages',
  'documentTables',
  'documentFacts',
  'findCells',
  'cellLinks',
  'reconciliation',
  'searchEvidence',
  'brushPassage',
  'addImageCrop',
  'imageCrop',

  // Comments
  'comments',
  'showComment',
  'replies',
  'createComment',
  'editComment',
  'deleteComment',
  'resolveComment',
  'reopenComment',
  'addReply',
  'editReply',
  'deleteReply',
  'react',
  'unreact',

  // Closed unless the organization lets guests export
  'createExport',
  'exports',
  'showExport',
  'exportContent',
])

export const isOpenToGuests = ({ id }: Pick<Operation, 'id'>): boolean => openToGuests.has(id)
