/** Yields to other requests. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
