import { readFormBody } from './body.ts'
import type { Forms, OpenForm } from './forms.ts'

/** Where a form was sent to, on the origin of its site. */
export interface FormPlace {
  projectId: string
  modelId: string
  /** The prefix of the site's paths: empty, or `/<slug>`. */
  prefix: string
  host: string
  /** The visitor's address. */
  address: string
}

/** The answer to a form: a page for a browser without a script, the reference's JSON for a script. */
export type FormAnswer =
  | { kind: 'json'; status: number; body: object; retryAfterSeconds?: number }
  | { kind: 'redirect'; to: string }
  | { kind: 'page'; status: number; title: string; lines: string[]; retryAfterSeconds?: number }

/** Shown after a form was sent, where it names no page of the site. */
export async function sentPage(forms: Forms, { projectId, modelId }: Pick<FormPlace, 'projectId' | 'modelId'>) {
  const open = await forms.find(projectId, modelId)
  return open && { title: SENT, lines: [confirmationMessage(open)] }
}

const SENT = 'Thank you'

export const confirmationMessage = ({ form }: Pick<OpenForm, 'form'>): string =>
  form.message ?? 'Your message was sent.'

/** Takes a form that a page of the same origin sent. */
export async function answerForm(forms: Forms, request: Request, place: FormPlace): Promise<FormAnswer> {
  const isScript = [request.headers.get('accept'), request.headers.get('content-type')].some((each) =>
    each?.includes('application/json'),
  )
  const refused = (
    status: number,
    problem: string,
    more: Pick<FormAnswer & { kind: 'json' }, 'retryAfterSeconds'> = {},
  ) =>
    isScript
      ? { kind: 'json' as const, status, body: { success: false, message: problem, errors: [] }, ...more }
      : { kind: 'page' as const, status, title: 'Not sent', lines: [problem], ...more }
  if (!isOwnPage(request.headers, place.host)) return refused(403, 'Only a page of this site may send its forms.')
  const body = await readFormBody(request)
  if (!body.ok) return refused(body.status, body.problem)
  const { projectId, modelId, address } = place
  const outcome = await forms.send(projectId, modelId, body.sent, address)
  if (outcome.ok) {
    const message = confirmationMessage(outcome)
    if (isScript) return { kind: 'json', status: 200, body: { success: true, message } }
    return { kind: 'redirect', to: `${place.prefix}${outcome.form.next ?? `/_forms/${modelId}`}` }
  }
  switch (outcome.code) {
    case 'closed':
      return refused(404, CLOSED)
    case 'too_many':
      return refused(429, TOO_MANY, { retryAfterSeconds: outcome.retryAfterSeconds })
    case 'invalid': {
      if (isScript) return { kind: 'json', status: 422, body: { success: false, errors: outcome.errors } }
      const lines = [...outcome.errors.map(({ message }) => message), 'Go back, and what you wrote is still there.']
      return { kind: 'page', status: 422, title: 'Not sent yet', lines }
    }
  }
}

const CLOSED = 'This form takes nothing at the moment.'
export const TOO_MANY = 'Too much was sent. Try again later.'

/** A browser names the origin of the page that sends a form. */
function isOwnPage(headers: Headers, host: string): boolean {
  const origin = headers.get('origin')
  if (origin !== null) return URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
}
