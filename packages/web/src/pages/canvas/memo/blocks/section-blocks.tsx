import { sectionBlocks } from '@deal-canvas/contract'
import { type Block, type BlockView, blockLanguage, fencedBlocks } from '@deal-canvas/memo'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { dealKey, useDealId } from '../../../../deal-data/canvas-query.ts'
import { retryWhileBusy } from '../../../../session/is-busy.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { useServices } from '../../../../session/services.ts'

type FoundBlocks =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'here'; readonly views: ReadonlyMap<string, BlockView> }

const loading: FoundBlocks = { status: 'loading' }

const SectionBlocksContext = createContext<FoundBlocks | undefined>(undefined)

const keyOf = (block: Block): string => JSON.stringify(block)

interface SectionBlocksProps {
  sectionKey: string
  version: number
  content: string
  /** Blocks are computed when somebody is about to read them. */
  isNear: boolean
  children: ReactNode
}

/** Loads what the blocks of a section show. A section without blocks asks for nothing. */
export const SectionBlocks = ({ sectionKey, version, content, isNear, children }: SectionBlocksProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const hasBlocks = content.includes(blockLanguage)
  const { data, error } = useQuery({
    queryKey: [...dealKey(dealId), 'blocks', sectionKey, version],
    queryFn: ({ signal }) =>
      client.call(sectionBlocks, { params: { deal_id: dealId, section_key: sectionKey }, signal }),
    enabled: hasBlocks && isNear,
    retry: retryWhileBusy,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const found = useMemo((): FoundBlocks => {
    if (error !== null) return { status: 'failed', reason: sentenceFor(error) }
    if (data?.version !== version) return loading
    const views = fencedBlocks(content).map((block, n) => [keyOf(block), data.blocks[n] as BlockView] as const)
    return { status: 'here', views: new Map(views) }
  }, [data, error, version, content])
  return <SectionBlocksContext value={hasBlocks ? found : undefined}>{children}</SectionBlocksContext>
}

type FoundBlock = FoundBlocks | { readonly status: 'shown'; readonly view: BlockView } | { readonly status: 'unsaved' }

/** What a block shows; undefined outside of a section. */
export const useBlockView = (block: Block): FoundBlock | undefined => {
  const found = useContext(SectionBlocksContext)
  if (found?.status !== 'here') return found
  const view = found.views.get(keyOf(block))
  return view === undefined ? { status: 'unsaved' } : { status: 'shown', view }
}
