import type { Answer, ApiError } from '@atelier/api/client'
import { errorMessage } from '@atelier/operation'

/** A failed call as an exception, which TanStack Query expects. */
export class ApiFailure extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.message)
    this.name = 'ApiFailure'
    this.error = error
  }
}

/** The value of an answer; throws `ApiFailure` otherwise. For query functions only. */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const result = await answer
  if (!result.ok) throw new ApiFailure(result.error)
  return result.value
}

/** The error behind whatever a query failed with. */
export function errorOf(failure: unknown): ApiError {
  if (failure instanceof ApiFailure) return failure.error
  return { code: 'unexpected', status: 0, message: errorMessage(failure) }
}

/** An error as one piece of text: the sentence, and the hint if there is one. */
export function sentence({ message, hint }: Pick<ApiError, 'message' | 'hint'>): string {
  return hint ? `${message} ${hint}` : message
}

/** Why something was not deleted, as text; undefined if it was, also if it was gone already. */
export function deletionFailure(answer: Answer<unknown>): string | undefined {
  return answer.ok || answer.error.status === 404 ? undefined : sentence(answer.error)
}
