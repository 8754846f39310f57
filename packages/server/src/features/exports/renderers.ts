import { type ExportFormat, maxBundleBytes } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { bundleMessages } from '../../messages/bundles.ts'
import { exportMessages as messages } from '../../messages/exports.ts'
import type { WriteBundle } from '../bundles/index.ts'
import type { GatherMemo } from './gather/gather-memo.ts'
import type { GatherNumbers } from './gather/gather-numbers.ts'
import type { GatherWorkbook } from './gather/gather-workbook.ts'
import type { RenderThread } from './render-thread.ts'

/** Who asked for the file and when, as it is written into it. */
export interface Watermark {
  name: string
  email: string | null
  at: string
}

/** What is to be exported, and for whom. */
export interface ExportOrder {
  actor: Actor
  dealId: string
  /** Undefined: what the memo presents. */
  scenarioId: string | undefined
  /** Of a memo; undefined: the newest. */
  memoVersion: number | undefined
  watermark: Watermark | undefined
}

/** Everything that a file is made of. */
export interface Gathered {
  /** For the thread that makes the file. */
  input: object
  extension: string
  modelVersion: number
  /** Null: no scenario was named. */
  scenarioVersion: number | null
  /** Absent: the file is not a memo, or the memo has no version yet. */
  memoVersion?: number | undefined
}

export interface Renderer {
  /** What the file is, in words; part of its name. */
  name(): string
  /** Reads what the file is made of, as far as the person can see it. */
  gather(order: ExportOrder, signal: AbortSignal): Promise<Gathered>
  /** Makes the file, off the event loop, or piece by piece. */
  render(
    gathered: Gathered,
    signal: AbortSignal,
    order: Pick<ExportOrder, 'dealId'>,
  ): Promise<Uint8Array | AsyncIterable<Uint8Array>>
  /** Undefined: the maximum of most files. */
  maxBytes?: number
}

export type Renderers = Readonly<Record<ExportFormat, Renderer>>

interface Deps {
  gatherMemo: GatherMemo
  gatherNumbers: GatherNumbers
  gatherWorkbook: GatherWorkbook
  thread: RenderThread
  writeBundle: WriteBundle
  modelVersionOf(dealId: string): Promise<number>
}

/** How each format is made. A format is added here, and to the formats of the contract. */
export const createRenderers = ({
  gatherMemo,
  gatherNumbers,
  gatherWorkbook,
  thread,
  writeBundle,
  modelVersionOf,
}: Deps): Renderers => {
  const numbersAs = (task: string, extension: string, { withFacts }: { withFacts: boolean }) => ({
    gather: async (order: ExportOrder, signal: AbortSignal): Promise<Gathered> => ({
      ...(await gatherNumbers(order, { withFacts }, signal)),
      extension,
    }),
    render: ({ input }: Gathered, signal: AbortSignal) => thread.run(task, input, signal),
  })
  const memoAs = (task: string, extension: string) => ({
    name: messages.memo,
    gather: async (order: ExportOrder, signal: AbortSignal): Promise<Gathered> => ({
      ...(await gatherMemo(order, signal)),
      extension,
    }),
    render: ({ input }: Gathered, signal: AbortSignal) => thread.run(task, input, signal),
  })
  return {
    pdf: memoAs('memoPdf', 'pdf'),
    docx: memoAs('memoDocx', 'docx'),
    xlsx_numbers: { name: messages.numbers, ...numbersAs('numbersWorkbook', 'xlsx', { withFacts: false }) },
    csv: { name: messages.csv, ...numbersAs('numbersCsv', 'zip', { withFacts: true }) },
    json: { name: messages.json, ...numbersAs('numbersJson', 'json', { withFacts: true }) },
    bundle: {
      name: bundleMessages.bundle,
      gather: async ({ dealId }) => ({
        input: {},
        extension: 'zip',
        modelVersion: await modelVersionOf(dealId),
        scenarioVersion: null,
      }),
      render: async (_, signal, { dealId }) => writeBundle(dealId, signal),
      maxBytes: maxBundleBytes,
    },
    xlsx_model: {
      name: messages.model,
      gather: gatherWorkbook,
      render: ({ input }, signal) => thread.run('modelWorkbook', input, signal),
    },
  }
}
