import type { Answer } from '@atelier/api/client'

/**
 * Calls an operation again while it leaves entries, as long as they become fewer.
 * @param call its number is 0 for the first one
 * @param tell how many entries are left
 */
export async function saveAll<Output extends { left?: number }>(
  call: (number: number) => Promise<Answer<Output>>,
  tell: (left: number) => void,
): Promise<Answer<Output>> {
  for (let number = 0, before = Infinity; ; number += 1) {
    const answer = await call(number)
    if (!answer.ok) return answer
    const { left = 0 } = answer.value
    tell(left)
    if (left === 0 || left >= before) return answer
    before = left
  }
}
