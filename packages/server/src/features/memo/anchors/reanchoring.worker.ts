import { type AnchorChange, planReanchoring, type Rewriting } from './reanchoring.ts'

/** The anchors that a new text has changed. */
export const plan = ({ anchors, text, before }: Rewriting): AnchorChange[] => planReanchoring(anchors, text, before)
