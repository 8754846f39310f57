// The process in which tasks of process-workers.ts run: loads the module named in its arguments and answers messages.
import { inspect } from 'node:util'

interface Request {
  task: string
  input: unknown
}

const [, , file = ''] = process.argv

const answerOf = async ({ task, input }: Request): Promise<object> => {
  try {
    const tasks: Record<string, unknown> = await import(file)
    const run = tasks[task]
    if (typeof run !== 'function') throw new Error(`There is no task ${task}`)
    return { ok: true, answer: await run(input) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : inspect(error) }
  }
}

process.on('message', async (request: Request) => {
  process.send?.(await answerOf(request))
})
// Without its service nobody waits for the answer.
process.on('disconnect', () => process.exit())
