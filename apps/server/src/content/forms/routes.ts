import { readFormConfig, submitForm } from '@atelier/api'
import { formFields, formLabel, HONEYPOT, shownField } from '@atelier/content'
import { Hono } from 'hono'
import type { Environment } from '../../auth/environment.ts'
import type { Guard } from '../../http/guard.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { createMount, type MountServices } from '../../workspaces/mount.ts'
import { MAX_INPUTS } from './body.ts'
import type { Forms } from './forms.ts'
import { confirmationMessage, TOO_MANY } from './siteForms.ts'

interface FormServices extends MountServices {
  forms: Forms
  guard: Pick<Guard, 'origins'>
  isSiteOrigin(projectId: string, origin: string): Promise<boolean>
}

/** Where pages of a project's site send its forms by a script, and what they need to build them. */
export const FORM_PATHS = '/api/forms/'

/** The values that were sent: those in `data` where it is an object, otherwise all that is sent beside what is no field. */
function sentFields(body: object): Map<string, unknown> {
  const { _hp, captchaToken, ...flat } = Object.fromEntries(Object.entries(body))
  const { data } = flat
  const isNested = typeof data === 'object' && data !== null && !Array.isArray(data)
  return new Map(Object.entries(isNested ? data : flat))
}

/** Forms for scripts. Pages of the project's own site may call them, and programs; no cookie means anything here. */
export function formRoutes({ forms, guard, isSiteOrigin, ...services }: FormServices): Hono<Environment> {
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  routes.use(`${FORM_PATHS}*`, async (context, next) => {
    const origin = context.req.header('origin')
    const projectId = context.req.path.split('/')[4] ?? ''
    const isOwn = origin !== undefined && (guard.origins.includes(origin) || (await isSiteOrigin(projectId, origin)))
    if (origin !== undefined && !isOwn)
      throw new Refusal(403, 'forbidden_origin', 'Only pages of this site may use its forms.')
    if (context.req.method === 'OPTIONS') context.res = new Response(null, { status: 204 })
    else await next()
    const { headers } = context.res
    headers.append('Vary', 'Origin')
    if (origin === undefined) return
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Methods', 'GET, POST')
    headers.set('Access-Control-Allow-Headers', 'Content-Type')
    headers.set('Access-Control-Expose-Headers', 'Retry-After')
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
  })

  mount(routes, readFormConfig, async ({ params: { projectId, modelId } }) => {
    const open = await forms.find(projectId, modelId)
    if (!open) throw notFound('form')
    const { form, model } = open
    const fields = formFields(form, model).map((field) => {
      const { name, ...shown } = shownField(field)
      const required = form.required.includes(name) ? { required: true } : {}
      return { name, about: { ...shown, label: formLabel(form, field), ...required } }
    })
    return {
      modelId: model.id,
      name: model.name,
      locale: form.locale,
      fields: fields.map(({ name, about }) => ({ id: name, name, ...about })),
      fieldsByName: Object.fromEntries(fields.map(({ name, about }) => [name, about])),
      honeypotField: HONEYPOT,
      captcha: null,
      captchaSiteKey: null,
      ...(form.message === undefined ? {} : { successMessage: form.message }),
    }
  })

  mount(routes, submitForm, async ({ params: { projectId, modelId }, body, context }) => {
    const { _hp } = body
    const sent = sentFields(body)
    if (body.data !== undefined && typeof body.data !== 'object' && sent.size === 1)
      throw new Refusal(400, 'invalid_input', '/data should be an object of values by the names of their fields.', {
        path: '/data',
      })
    if (sent.size > MAX_INPUTS)
      throw new Refusal(400, 'invalid_input', `A form has at most ${MAX_INPUTS} inputs.`, { path: '/data' })
    if (_hp !== undefined) sent.set(HONEYPOT, _hp)
    const outcome = await forms.send(projectId, modelId, sent, context.get('address'))
    if (outcome.ok) return { success: true, message: confirmationMessage(outcome) }
    switch (outcome.code) {
      case 'closed':
        throw notFound('form')
      case 'too_many':
        throw new Refusal(429, 'rate_limited', TOO_MANY, {}, { 'Retry-After': String(outcome.retryAfterSeconds) })
      case 'invalid':
        return { success: false, errors: outcome.errors }
    }
  })

  return routes
}
