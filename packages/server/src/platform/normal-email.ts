/** As an address stands in the tables. The same letter may come in one sign or in two, and must find the same account. */
export const normalEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()
