import { useCanvas } from './canvas-query.ts'

/** Whether the person is a guest of this deal: parts of the organization are closed to them. */
export const useIsGuest = (): boolean => useCanvas().deal.guest_until !== undefined
