/** Normalizes an address as stored in the tables. Composed and decomposed Unicode forms must find the same account. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()
