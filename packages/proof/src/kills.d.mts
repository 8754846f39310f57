interface Kills {
  rounds: number
  seed: number
  databaseUrl?: string
  people?: number
  settleMs?: number
}

interface Killed {
  load: { acknowledged: readonly unknown[]; unexpected: readonly string[] }
  found: { lost: readonly string[]; repeated: readonly string[]; broken: readonly string[] }
  crashes: readonly string[]
}

export const killUnderWrites: (kills: Kills) => Promise<Killed>
