/** A request as `readArguments` reads it. */
export interface WorkbookRequest {
  readonly command?: 'check' | 'ripple' | 'agreement' | 'score' | 'help'
  readonly objection?: string
}

export interface WorkbookDeps {
  readonly engine: typeof import('../../packages/engine/src/index.ts')
  readonly root: string
  print(text: string): void
  complain(text: string): void
}

/** Does what was asked for; answers what the process ends with. */
export function runWorkbook(request: WorkbookRequest, deps: WorkbookDeps): number
