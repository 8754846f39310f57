import { numError } from '@deal-canvas/workbook-reader'
import { addInNumber } from './add-in-arguments.ts'
import { define, type FunctionDefinition, fail } from './definition.ts'

export const randomFunctions: FunctionDefinition[] = [
  define('RAND', '', (_, context) => context.random()),
  define('RANDBETWEEN', 'vv', ([lowest, highest], context) => {
    const [low, high] = [Math.ceil(addInNumber(lowest)), Math.floor(addInNumber(highest))]
    return low > high ? fail(numError) : low + Math.floor(context.random() * (high - low + 1))
  }),
]
