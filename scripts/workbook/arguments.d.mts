import type { WorkbookRequest } from './run.d.mts'

export const help: string

/** Reads what was asked for; `objection` says what is wrong with it. */
export function readArguments(argv: readonly string[]): WorkbookRequest
