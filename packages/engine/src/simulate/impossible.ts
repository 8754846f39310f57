/** Thrown where a simulation cannot be done as asked; the message says why, for people. */
export class ImpossibleSimulation extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImpossibleSimulation'
  }
}
