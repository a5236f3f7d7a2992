import { classOf, type DomElement } from './dom.ts';

/** Puts a checkbox at the start of every item of a task list. */
export const cleanTaskLists = (content: DomElement): void => {
  for (const item of content.querySelectorAll('li')) {
    const own = (selector: string) =>
      [...item.querySelectorAll(selector)].find((each) => each.closest('li') === item);
    const checkbox = own('input[type="checkbox"]');
    const drawn = own('.checkbox');
    const isTask = item.parentElement !== null && /task-list/.test(classOf(item.parentElement));
    if (!checkbox && !drawn && !isTask) continue;
    const isChecked = checkbox
      ? checkbox.hasAttribute('checked')
      : /(?:^|\s)(?:checked|checkbox-on)(?:\s|$)/.test(`${classOf(item)} ${drawn ? classOf(drawn) : ''}`);
    const input = item.ownerDocument.createElement('input');
    input.setAttribute('type', 'checkbox');
    if (isChecked) input.setAttribute('checked', '');
    checkbox?.remove();
    drawn?.remove();
    item.prepend(input);
  }
};
