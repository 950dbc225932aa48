/** What the simulated objects import from `cloudflare:workers`. */
export class DurableObject<Env = unknown> {
  protected readonly ctx: unknown
  protected readonly env: Env
  constructor(ctx: unknown, env: Env) {
    this.ctx = ctx
    this.env = env
  }
}
export const exports = {}
export const env = {}
