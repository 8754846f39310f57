/** Thrown if a simulation cannot be run as requested; the message explains why to users. */
export class ImpossibleSimulation extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImpossibleSimulation'
  }
}
