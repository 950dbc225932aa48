import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { deployRefusals, deploySteps } from './deploy-plan.ts'
import { root } from './dev-config.ts'
import { run } from './run.ts'

/**
 * `npm run deploy`: builds, migrates and seeds the real database, and deploys. It refuses a tree
 * with uncommitted files, and a wrangler.toml without a domain. docs/deploy.md lists what must be
 * set up first.
 */
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

const status = git('status', '--porcelain', '--untracked-files=all')
const config = unstable_readConfig({ config: path.join(root, 'wrangler.toml') })
const refusals = deployRefusals({ status, config })
for (const refusal of refusals) console.error(refusal)
if (refusals.length > 0) process.exit(1)

const version = git('rev-parse', '--short', 'HEAD').trim()
for (const [command, ...args] of deploySteps(version)) await run(command, args)
