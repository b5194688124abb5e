/** Scripts that ask `docs complete` for candidates. Candidates are never evaluated: a name from a cloned folder stays a word. */
import type { Context } from '../../context.ts';

const BASH = `# Completion of docs for bash: eval "$(docs completion bash)"
_docs_complete() {
  local line files=0 current="\${COMP_WORDS[COMP_CWORD]}"
  [[ $current == = ]] && current=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then files=1; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <(docs complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if ((files)); then
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  fi
  if ((\${#COMPREPLY[@]} == 1)) && [[ \${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _docs_complete docs
`;

const ZSH = `#compdef docs
# Completion of docs for zsh: docs completion zsh > "\${fpath[1]}/_docs"
_docs() {
  local line files=0
  local -a values parts
  for line in "\${(@f)$(docs complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    line="\${line%%$'\\t'*}"
    if [[ $line == :files ]]; then files=1
    elif [[ $line == */ ]]; then parts+=("$line")
    elif [[ -n $line ]]; then values+=("$line")
    fi
  done
  (($#parts)) && compadd -S '' -- "\${parts[@]}"
  (($#values)) && compadd -- "\${values[@]}"
  ((files)) && _files
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then _docs "$@"; else compdef _docs docs; fi
`;

const FISH = `# Completion of docs for fish: docs completion fish > ~/.config/fish/completions/docs.fish
function __docs_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in (docs complete -- $before[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            echo $line
        end
    end
end
complete -c docs -f -a '(__docs_complete)'
`;

/**
 * An array that is splatted keeps its `--`, which a script such as npm's `docs.ps1` would lose
 * otherwise. Older versions drop empty arguments, so `=` stands for an empty word, as bash gives it
 * after an option. PowerShell takes `,` and `@` for operators.
 */
const POWERSHELL = `# Completion of docs for PowerShell: docs completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName docs -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @(
        'complete'
        '--'
        foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
            if ($element.Extent.EndOffset -ge $cursorPosition) { break }
            if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $element.Value }
            else { $element.Extent.Text }
        }
        if ($wordToComplete) { $wordToComplete } else { '=' }
    )
    docs @words 2>$null | ForEach-Object {
        if ($_ -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        }
        else {
            $value, $about = $_ -split '\\t', 2
            $text = if ($value -match '[,@]') { "'$value'" } else { $value }
            $tip = if ($about) { $about } else { $value }
            [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $tip)
        }
    }
}
`;

const SCRIPTS = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL } as const;

export type Shell = keyof typeof SCRIPTS;

/** Prints the completion script for `shell`. */
export async function printScript({ ui }: Context, shell: Shell): Promise<void> {
  const script = SCRIPTS[shell];
  if (ui.json) await ui.result({ shell, script }, () => '');
  else await ui.raw(script);
}
