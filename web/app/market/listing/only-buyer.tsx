import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { BuyerChoice } from './use-buyer.ts'
import '../../words/selling-words.ts'

/** Whether one member alone may buy, and which. */
export function OnlyBuyer({ buyer }: { buyer: BuyerChoice }) {
  const { t } = useWords()
  return (
    <div className="grid gap-3">
      <Checkbox
        name="isOnly"
        checked={buyer.isWanted}
        onChange={(event) => buyer.want(event.target.checked)}
        label={t('sell.only.toggle')}
      />
      {buyer.isWanted && (
        <div className="grid gap-3 border-l-2 border-line pl-4" data-field="buyer">
          <TextField
            name="buyer"
            label={t('sell.only.label')}
            hint={t('sell.only.hint')}
            error={buyer.fault && t(buyer.fault)}
            value={buyer.text}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => buyer.type(event.target.value)}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button look="secondary" isBusy={buyer.isBusy} onClick={() => void buyer.check()}>
              {t('sell.only.check')}
            </Button>
            <p role="status" className="text-14 text-ink">
              {buyer.found && (
                <span className="flex items-center gap-1.5">
                  <Icon name="check" className="size-5 text-success-text" />
                  {t('sell.only.found', { name: buyer.found.name || t('sell.only.unnamed') })}
                </span>
              )}
            </p>
          </div>
        </div>
      )}
    </div>
  )
}
