/** Attributes by the names of OpenTelemetry's semantic conventions for generative AI. */
export type Attributes = Record<string, string | number | boolean | readonly string[] | undefined>

export interface Span {
  set(attributes: Attributes): void
  /** `error` names what went wrong (`error.type`). */
  end(error?: string): void
}

/** A run's reports to a tracer. MUST NOT throw and MUST cost nothing if tracing is off. */
export interface Tracer {
  /** Whether it also wants what was said; it is left out otherwise, since it may be private. */
  readonly content?: boolean
  /** `kind`: `invoke_agent` for a run, `chat` for a request to a model, `execute_tool` for a call. */
  start(kind: 'invoke_agent' | 'chat' | 'execute_tool', name: string, attributes: Attributes, parent?: Span): Span
}

const quiet: Span = { set: () => undefined, end: () => undefined }

export const noTracer: Tracer = { start: () => quiet }
