import { type SpawnOptions, spawn } from 'node:child_process'
import { root } from './dev-config.ts'

/** Lines of a failed command's output in its error. */
const LAST_LINES = 40

/** Runs a command to its end in the project's folder; throws when it fails. */
export function run(command: string, args: string[], options: SpawnOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new Error(`${command} ${args[0] ?? ''} exited with ${code ?? signal}`)),
    )
  })
}

/**
 * Runs a command and returns its output, which is only shown if it fails; the error includes the
 * output's end.
 */
export function runQuietly(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) return resolve(output)
      process.stderr.write(output)
      const end = output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
      reject(new Error(`${command} ${args[0] ?? ''} exited with ${code}:\n${end}`))
    })
  })
}
