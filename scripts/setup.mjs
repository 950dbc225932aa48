// Plain JavaScript, for any installed Node (20 or newer): installs the packages of the lockfile,
// and those of a folder `packages` beside the given script, then runs the script with the project's
// own Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '..',
)
const [script, ...rest] = process.argv.slice(2)
install(root, 'Installing packages (npm ci) …')
const own = path.join(root, path.dirname(script), 'packages')
if (existsSync(own)) install(own, `Installing packages of ${script} …`)

const bin = path.join(root, 'node_modules', '.bin')
const node = path.join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` }
const { status } = spawnSync(node, [path.join(root, script), ...rest], {
  cwd: root,
  stdio: 'inherit',
  env,
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)

/** Installs a folder's packages, unless those of its lockfile are installed. */
function install(folder, message) {
  const stamp = path.join(folder, 'node_modules', '.installed')
  const lock = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log(message)
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']]
  const { status } = spawnSync(command, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, lock)
}
