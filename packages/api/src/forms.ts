import { type Static, Type } from 'typebox'
import { ContentField } from './content.ts'
import { route } from './route.ts'

const { name, ...fieldProperties } = ContentField.properties

export const readFormConfig = route({
  method: 'GET',
  path: '/api/forms/v1/:projectId/:modelId/config',
  summary: 'Returns the fields of a form that visitors of the site may send, for pages that build it themselves',
  who: 'everyone',
  response: Type.Object({
    modelId: Type.String(),
    name: Type.String(),
    /** The one that what is sent is written in. */
    locale: Type.String(),
    /** In their order; `id` is the name, as clients of the format know it. */
    fields: Type.Array(Type.Object({ id: Type.String(), name, ...fieldProperties })),
    /** The same by their names. */
    fieldsByName: Type.Record(Type.String(), Type.Object(fieldProperties)),
    /** The name of an input that has to stay empty. */
    honeypotField: Type.String(),
    /** Always `null`: forms ask for no captcha. */
    captcha: Type.Null(),
    captchaSiteKey: Type.Null(),
    /** The message that a visitor reads once it is sent. */
    successMessage: Type.Optional(Type.String()),
  }),
})

export const submitForm = route({
  method: 'POST',
  path: '/api/forms/v1/:projectId/:modelId/submit',
  summary:
    'Takes what a visitor sent through a form, as a submission that waits for a decision; without `success` it names the fields that have to be mended, 429 says when to try again',
  who: 'everyone',
  request: {
    /** The values by the names of their fields: in `data`, or beside `_hp` where there is no `data` of this form. */
    body: Type.Object({
      data: Type.Optional(Type.Unknown()),
      /** Has to stay empty. */
      _hp: Type.Optional(Type.String({ maxLength: 1_000 })),
      /** Taken and not looked at. */
      captchaToken: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
    maxBytes: 64 * 1024,
  },
  response: Type.Object({
    success: Type.Boolean(),
    message: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  }),
})

export const exportSubmissions = route({
  method: 'GET',
  path: '/api/projects/:id/content/forms/:model/submissions.csv',
  summary: 'Returns what visitors sent for a model as CSV, the newest first, at most 10,000',
  who: { project: 'document.read' },
  request: {
    query: Type.Object({
      status: Type.Optional(
        Type.Union([Type.Literal('pending'), Type.Literal('approved'), Type.Literal('rejected'), Type.Literal('spam')]),
      ),
    }),
  },
  bytes: 'text/csv',
})

/** Where a form tells of what was sent through it. */
export const FormNotifications = Type.Object({
  /** Called with each submission, signed: `X-Atelier-Signature: sha256=` and the HMAC of the body in hexadecimal. */
  webhookUrl: Type.Optional(Type.String()),
  /** Addresses that get mail, where the server has one of mail (`ATELIER_SMTP_URL`). */
  mail: Type.Array(Type.String()),
  /** Whether the server has one of mail; without it no address gets any. */
  hasMail: Type.Boolean(),
  /** The last calls and mails, the newest first, at most 20; those that arrived for a week. */
  deliveries: Type.Array(
    Type.Object({
      submissionId: Type.String(),
      kind: Type.Enum(['webhook', 'mail']),
      state: Type.Enum(['delivered', 'waiting', 'failed']),
      /** When the visitor sent it, in epoch milliseconds. */
      sentAt: Type.Number(),
      tries: Type.Integer(),
      problem: Type.Optional(Type.String()),
    }),
  ),
  /** Calls and mails that were given up, or are tried again; the newest first, at most 20. */
  failures: Type.Array(
    Type.Object({
      submissionId: Type.String(),
      problem: Type.String(),
      tries: Type.Integer(),
      /** Absent once it is given up. */
      nextAt: Type.Optional(Type.Number()),
    }),
  ),
})
export type FormNotifications = Static<typeof FormNotifications>

export const readFormNotifications = route({
  method: 'GET',
  path: '/api/projects/:id/content/forms/:model/notifications',
  summary: 'Returns where a form tells of what was sent through it, and what could not be told',
  who: { project: 'content.model' },
  response: FormNotifications,
})

export const setFormNotifications = route({
  method: 'PUT',
  path: '/api/projects/:id/content/forms/:model/notifications',
  summary:
    'Sets where a form tells of what was sent through it; a webhook gets a new secret, which is shown here alone, and null takes it away',
  who: { project: 'content.model' },
  request: {
    body: Type.Object({
      webhookUrl: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 2_000 }), Type.Null()])),
      mail: Type.Optional(
        Type.Array(Type.String({ maxLength: 254, pattern: '^[^\\s@,;<>"]+@[^\\s@,;<>"]+$' }), { maxItems: 10 }),
      ),
    }),
  },
  response: Type.Object({ ...FormNotifications.properties, webhookSecret: Type.Optional(Type.String()) }),
})

export const testFormNotifications = route({
  method: 'POST',
  path: '/api/projects/:id/content/forms/:model/notifications/test',
  summary: 'Calls the webhook of a form, or sends its mail, with an example, and returns why it did not arrive',
  who: { project: 'content.model' },
  request: { body: Type.Object({ kind: Type.Enum(['webhook', 'mail']) }) },
  response: Type.Object({ problem: Type.Optional(Type.String()) }),
})
