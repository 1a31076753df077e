/** Lets other requests have their turn. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
