/** Has a message for the operator; any other error is a bug. */
export class Refusal extends Error {}
