import type { z } from 'zod'
import type { User } from '#app/account/service/sessions.server.ts'
import type { Admin } from '#app/console/service/accounts.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import type { Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { RateLimitName } from '#app/platform/rate-limit.server.ts'
import { SHIELDS, type Shielded } from '#app/platform/shields.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

/**
 * `none`: no login. `optional`: a token, if sent, must be valid. `user`: a token is required.
 * `admin`: an administrator's token is required.
 */
export type Auth = 'none' | 'optional' | 'user' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Tag = 'user' | 'carpool' | 'mail' | 'move' | 'trip' | 'public' | 'admin'
/** Success status → schema of its body; null: no body (204). */
export type Responses = Readonly<Record<number, z.ZodType | null>>

/** A body schema; a function if one of its rules depends on the current time. */
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

/** A call's body before its schema formats it; 204 has none. */
type BodyOf<R extends Responses> = R[keyof R] extends z.ZodType ? z.input<R[keyof R]> : unknown

export type CallInput<P, Q, B, A extends Auth> = {
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  /** The caller, identified by the bearer token alone; a session cookie is never read. */
  viewer: ViewerOf<A>
  /** The caller's bearer token; empty if none was sent. */
  token: string
  /** The attempt of a creating call: its Idempotency-Key, or a new one. */
  attempt: string
  /** The version in `If-Match`, for a `versioned` PUT; 0 for every other call. */
  version: number
  /** `context.language` is already the caller's (`?lang`, else Accept-Language, else zh). */
  context: AppContext
  request: Request
}

/** Method and template below `/api`; `:name` is a path parameter. */
type Address = `${Method} /${string}`
type Addressed = { method: Method; path: `/${string}`; tag: Tag }

type Shape<P, Q, B, A extends Auth, R extends Responses> = {
  auth: A
  params?: P
  query?: Q
  body?: B
  /** If there is no body, its fields are taken from the query (docs/api.md#callers). */
  bodyOrQuery?: true
  /** Refuse unknown fields of the body (docs/api.md#errors). */
  strict?: true
  /** The one success response. Its schema drops fields that it does not name. */
  responses: R
  /** Codes that the handler itself returns; `errorsOf` adds those of every call. */
  errors?: readonly ErrorCode[]
  /** Takes an Idempotency-Key (creating calls). */
  idempotent?: true
  /**
   * For `admin`: the scope the administrator needs, and whether the password must have been
   * confirmed just now, always or depending on the body.
   */
  scope?: AdminScope
  confirmed?:
    | true
    | ((body: Parsed<B>, context: AppContext, params: Parsed<P>) => boolean | Promise<boolean>)
  /**
   * A table that is replaced as a whole: GET returns its version as ETag, PUT requires it as
   * If-Match.
   */
  versioned?: true
}

type Handling<Input, Body, Value> =
  | { out?: undefined; handler: (input: Input) => Promise<Result<Body>> }
  /** `out` converts what the handler returns to the body. */
  | {
      out: (value: Value, language: Language) => Body
      handler: (input: Input) => Promise<Result<Value>>
    }

type CallOf<P, Q, B, A extends Auth, R extends Responses, Value> = Shape<P, Q, B, A, R> &
  Handling<CallInput<P, Q, B, A>, BodyOf<R>, Value>

/** What the API's handler and the document need to know about any call. */
export type Call = Addressed &
  Omit<Shape<z.ZodObject, z.ZodObject, BodySchema, Auth, Responses>, 'confirmed'> & {
    confirmed?:
      | true
      | ((body: never, context: AppContext, params: never) => boolean | Promise<boolean>)
    /** Converts what the handler returns to the body; for a versioned table, the table. */
    out?: ((value: never, language: Language) => unknown) | undefined
    handler(input: never): Promise<Result<unknown>>
    raw?: never
  }

/** A call that reads its request and writes its response itself (webhook, documents, health). */
export type RawCall = Omit<
  Call,
  | 'handler'
  | 'out'
  | 'raw'
  | 'body'
  | 'params'
  | 'idempotent'
  | 'strict'
  | 'versioned'
  | 'auth'
  | 'scope'
  | 'confirmed'
> & {
  auth: 'none'
  scope?: never
  confirmed?: never
  /** Media type of the answer when it is not JSON. */
  produces?: string
  raw(input: { request: Request; context: AppContext; path: string }): Promise<Result<Response>>
}

export type AnyCall = Call | RawCall

/** Why no payment can begin for something of the caller's. */
export const PAYMENT_ERRORS = [
  'notFound',
  'alreadyPaid',
  'operationExpired',
  'paymentNotConfirmed',
  'rateLimited',
  'paymentInitFailed',
  'unavailable',
] as const satisfies ErrorCode[]

const TAGS = ['user', 'carpool', 'mail', 'move', 'trip', 'admin'] as const

function addressed(address: Address): Addressed {
  const [method, path] = address.split(' ') as [Method, `/${string}`]
  const first = path.split('/')[1]
  return { method, path, tag: TAGS.find((tag) => tag === first) ?? 'public' }
}

/**
 * Defines one call of the API. Requests are routed and checked by this definition, and
 * `openapi.json` and the docs page are generated from it. An expected failure is a returned
 * `Result` (`retryAfterSeconds` among its params becomes the Retry-After header); a bug throws.
 */
export function defineCall<
  A extends Auth,
  R extends Responses,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends BodySchema | undefined = undefined,
  Value = unknown,
>(address: Address, call: CallOf<P, Q, B, A, R, Value>): Call {
  return { ...addressed(address), ...call } as unknown as Call
}

export const defineRawCall = (address: Address, call: Omit<RawCall, keyof Addressed>): RawCall => ({
  ...addressed(address),
  ...call,
})

/** Whether a call writes a versioned table and so needs If-Match. */
export const needsVersion = (call: Pick<AnyCall, 'method'>): boolean =>
  'versioned' in call && call.versioned === true && call.method === 'PUT'

/**
 * The per-address rate limit that a call is counted against before anything else is checked: its
 * own, or the one for admin calls. Null if there is none.
 */
export const rateLimitOf = ({
  method,
  path,
  auth,
}: Pick<AnyCall, 'method' | 'path' | 'auth'>): RateLimitName | null => {
  const own: RateLimitName | undefined = SHIELDS[`${method} ${path}` as Shielded]
  return own ?? (auth === 'admin' ? 'ADMIN' : null)
}
