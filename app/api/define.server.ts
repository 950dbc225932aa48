import type { z } from 'zod'
import type { AdminScope } from '#app/domain/admin.ts'
import type { ErrorCode } from '#app/domain/error.ts'
import { ok, type Result } from '#app/domain/result.ts'
import type { Instant } from '#app/domain/time.ts'
import type { ShieldName } from '#app/http/shield.server.ts'
import type { User } from '#app/services/accounts/sessions.server.ts'
import type { Admin } from '#app/services/admin/accounts.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import type { Looker } from '#db/queries/looker.ts'

/**
 * `none`: nobody is asked. `optional`: a token, if sent, must be good. `user`: a token is needed.
 * `admin`: an administrator's.
 */
export type Auth = 'none' | 'optional' | 'user' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Tag = 'user' | 'carpool' | 'mail' | 'move' | 'trip' | 'public' | 'admin'
/** Success status → schema of its body; null: no body (204). */
export type Responses = Readonly<Record<number, z.ZodType | null>>

/** A body schema; a function when a rule of it depends on today. */
export type BodySchema = z.ZodType | ((now: Instant) => z.ZodType)
type Parsed<S> = S extends (now: Instant) => infer R
  ? R extends z.ZodType
    ? z.output<R>
    : never
  : S extends z.ZodType
    ? z.output<S>
    : undefined
type ViewerOf<A extends Auth> = A extends 'admin'
  ? Admin
  : A extends 'user'
    ? User
    : A extends 'optional'
      ? User | null
      : null

/** One success answer of a call: a declared status and a body of its schema. */
export type Reply<R extends Responses> = {
  [S in keyof R & number]: R[S] extends z.ZodType
    ? { status: S; body: z.output<R[S]>; version?: number }
    : { status: S }
}[keyof R & number]

export type CallInput<P, Q, B, A extends Auth> = {
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  /** Who calls, by the bearer token alone; a session cookie is never looked at. */
  viewer: ViewerOf<A>
  /** The caller's bearer token; empty for a caller without one. */
  token: string
  /** The Idempotency-Key of the call, or null. */
  idempotencyKey: string | null
  /** The version that `If-Match` names, for a `versioned` PUT; 0 for every other call. */
  version: number
  /** `context.language` is already the caller's (`?lang`, else Accept-Language, else zh). */
  context: AppContext
  request: Request
}

type Shape<P, Q, B, A extends Auth, R extends Responses> = {
  method: Method
  /** Template below `/api`; `:name` is a path parameter. */
  path: `/${string}`
  tag: Tag
  auth: A
  params?: P
  query?: Q
  body?: B
  /** Without a body, its fields are taken from the query (docs/api.md#callers). */
  bodyOrQuery?: true
  /** Refuse unknown fields of the body (docs/api.md#errors). */
  strict?: true
  responses: R
  /** Codes that the handler itself gives; what every call can answer is added by `errorsOf`. */
  errors?: readonly ErrorCode[]
  /** Counts the call against this per-address shield first. */
  shield?: ShieldName
  /**
   * Asks D1 for what the handler will need of the caller, in the round trip that says who that is.
   */
  ahead?: (context: AppContext, looker: Looker) => void
  /** Takes an Idempotency-Key (creating calls). */
  idempotent?: true
  /**
   * For `admin`: what she must be allowed to do; and whether her password must have been given just
   * now, always or by what the body asks for.
   */
  scope?: AdminScope
  confirmed?:
    | true
    | ((body: Parsed<B>, context: AppContext, params: Parsed<P>) => boolean | Promise<boolean>)
  /**
   * A table that is replaced as a whole: a GET answers its version as ETag, a PUT needs it as
   * If-Match.
   */
  versioned?: true
}

export type CallOf<P, Q, B, A extends Auth, R extends Responses> = Shape<P, Q, B, A, R> & {
  handler(input: CallInput<P, Q, B, A>): Promise<Result<Reply<R>>>
}

/** What the handler of the API and the document need to know of any call. */
export type Call = Omit<
  Shape<z.ZodObject, z.ZodObject, BodySchema, Auth, Responses>,
  'confirmed'
> & {
  confirmed?:
    | true
    | ((body: never, context: AppContext, params: never) => boolean | Promise<boolean>)
  handler(input: never): Promise<Result<{ status: number; body?: unknown; version?: number }>>
  raw?: never
}

/** A call that reads its request and writes its answer by itself (webhook, documents, health). */
export type RawCall = Omit<
  Call,
  | 'handler'
  | 'raw'
  | 'body'
  | 'params'
  | 'idempotent'
  | 'strict'
  | 'versioned'
  | 'auth'
  | 'confirmed'
> & {
  auth: 'none' | 'admin'
  confirmed?: true
  /** Media type of the answer when it is not JSON. */
  produces?: string
  raw(input: {
    request: Request
    context: AppContext
    path: string
    /** Null unless `auth` is `admin`. */
    viewer: Admin | null
  }): Promise<Result<Response>>
}

export type AnyCall = Call | RawCall

/**
 * Defines one call of the API: the one place from which requests are routed and checked and from
 * which `openapi.json` and the docs page are made. An expected failure is a returned `Result`
 * (`retryAfterSeconds` among its params becomes the Retry-After header); a bug throws.
 */
export function defineCall<
  A extends Auth,
  R extends Responses,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends BodySchema | undefined = undefined,
>(call: CallOf<P, Q, B, A, R>): Call {
  return call as unknown as Call
}

/** A handler's success: a declared status with its body. */
export const reply = <const S extends number, const B>(
  status: S,
  body: B,
): Result<{ status: S; body: B }> => ok({ status, body })
/** Whether a call writes what has a version, and so needs If-Match. */
export const needsVersion = (call: Pick<AnyCall, 'method'>): boolean =>
  'versioned' in call && call.versioned === true && call.method === 'PUT'

/** The same for a versioned table: its version becomes the ETag. */
export const replyVersion = <const S extends number, const B>(
  status: S,
  body: B,
  version: number,
) => ok({ status, body, version })
/** A handler's success without a body. */
export const noContent: Result<{ status: 204 }> = ok({ status: 204 })

/**
 * What a call is counted against per address before anything else is looked at: its own shield, or
 * the administration's.
 */
export const shieldOf = (call: Pick<AnyCall, 'shield' | 'auth'>): ShieldName | null =>
  call.shield ?? (call.auth === 'admin' ? 'ADMIN' : null)

export const defineRawCall = (call: RawCall): RawCall => call
