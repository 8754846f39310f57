/** Which part of the audit trail an address opens. */
export interface RecordPlace {
  /** The metric whose history is shown; absent: everything. */
  metric?: string | undefined
}

export const readRecordPlace = ({ metric }: Record<string, unknown>): RecordPlace => ({
  metric: typeof metric === 'string' && /^[a-z0-9_]{1,80}$/.test(metric) ? metric : undefined,
})
