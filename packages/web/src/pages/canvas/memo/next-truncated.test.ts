import type { CanvasSection } from '@deal-canvas/contract'
import { expect, test } from 'vitest'
import { nextTruncated } from './next-truncated.ts'

const section = (section_key: string, content_truncated?: true): CanvasSection => ({
  section_key,
  title: section_key,
  content: '',
  version: 1,
  stale: false,
  updated_by: null,
  updated_by_name: null,
  updated_by_email_verified: null,
  updated_at: '2026-01-01T00:00:00Z',
  ...(content_truncated ? { content_truncated } : {}),
})

test('loads nothing if every section is complete', () => {
  expect(nextTruncated([section('a'), section('b')], 'a')).toBeUndefined()
})

test('loads the truncated section in view first, then the first truncated one of the memo', () => {
  const sections = [section('a'), section('b', true), section('c', true)]
  expect(nextTruncated(sections, 'c')?.section_key).toBe('c')
  expect(nextTruncated(sections, 'a')?.section_key).toBe('b')
  expect(nextTruncated(sections, undefined)?.section_key).toBe('b')
})
