import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import { openApiDocument } from '../app/api/openapi.server.ts'
import { calls } from '../app/api/table.server.ts'
import { languages } from '../app/i18n/languages.ts'
import { getT } from '../app/i18n/server.ts'
import { root } from './dev-config.ts'

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-description': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
    // The paths are prescribed: `/carpool/{id}/join` and `/carpool/cancel-temporary-carpool/{id}`.
    // A fixed part takes precedence.
    'no-ambiguous-paths': 'off',
    // The program has no licence.
    'info-license': 'off',
    // A public call without input has nothing to refuse.
    'operation-4xx-response': 'off',
  },
})

/**
 * Checks the API's document against Redocly's strict rules, in each language, and writes its types,
 * which the compiler then checks the client of tests/worker/client against.
 */
for (const language of languages) {
  const document = openApiDocument(calls, getT(language), 'check')
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: `openapi.${language}.json`, config })
  if (problems.length === 0) continue
  formatProblems(problems, { totals: getTotals(problems), version: '', format: 'stylish' })
  process.exitCode = 1
}
const types = await openapiTS(JSON.stringify(openApiDocument(calls, getT('en'), 'check')))
mkdirSync(path.join(root, '.cache'), { recursive: true })
writeFileSync(path.join(root, '.cache/api.d.ts'), astToString(types))
