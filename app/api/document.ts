/**
 * The parts of the API's OpenAPI document that this code reads. In ours, references only point to
 * schemas.
 */

type Json = { [key: string]: unknown }
export type Schema = Json & {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  $ref?: string
}
export type Media = { schema: Schema; example?: unknown; examples?: Json }
export type Parameter = {
  name: string
  in: string
  required?: boolean
  deprecated?: boolean
  schema: Schema
  description?: string
  example?: unknown
}
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  parameters: Parameter[]
  requestBody?: { required: boolean; content: { 'application/json': Media } }
  responses: Record<
    string,
    { description: string; headers?: Json; content?: Record<string, Media> }
  >
}
export type ApiDocument = {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Json }
}
