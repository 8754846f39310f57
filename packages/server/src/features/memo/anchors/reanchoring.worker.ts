import { type AnchorChange, planReanchoring, type Rewriting } from './reanchoring.ts'

/** Computes which anchors change with a new text. */
export const plan = ({ anchors, text, before }: Rewriting): AnchorChange[] => planReanchoring(anchors, text, before)
