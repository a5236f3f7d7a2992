/** A page with most kinds of blocks to write in. */
export const START = `Alpha beta gamma delta.

## Heading words

* one item
* two items
  * deep item

1. first step
2. second step

{% hint style="info" %}
Be **careful** with [links here](https://example.com/).
{% endhint %}

Middle words of the page.

Second line of the middle.

{% tabs %}
{% tab title="npm" %}
Install it now.
{% endtab %}

{% tab title="yarn" %}
Add it now.
{% endtab %}
{% endtabs %}

| Name | Use |
| --- | --- |
| alpha | first cell |
| beta | second cell |

\`\`\`js
const answer = 42;
return answer;
\`\`\`

> A quote with words.

<details>

<summary>A question</summary>

An answer to it.

</details>

Last words of all.
`;
