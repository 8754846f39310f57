import { createObservable, type Observable } from './observable.ts'
import { stored } from './stored.ts'

/** A setting stored in this browser; an unknown stored value counts as not set. */
export const createRemembered = <Choice extends string>(
  name: string,
  fallback: Choice,
  isChoice: (text: string) => text is Choice,
): Observable<Choice> => {
  const before = stored.read(name)
  const choice = createObservable(before !== undefined && isChoice(before) ? before : fallback)
  choice.subscribe(() => stored.write(name, choice.get() === fallback ? undefined : choice.get()))
  return choice
}
