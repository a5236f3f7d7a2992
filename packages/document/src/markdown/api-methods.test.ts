import { describe, expect, test } from 'vitest';
import { parseMarkdown, printMarkdown } from '../index.ts';

const printed = (markdown: string): string => printMarkdown(parseMarkdown(markdown));

const apiMethod = `{% api-method method="get" host="https://api.cakes.test" path="/v1/cakes/:id" %}
{% api-method-summary %}
Get Cakes
{% endapi-method-summary %}

{% api-method-description %}
This endpoint gives you *free* cakes.
{% endapi-method-description %}

{% api-method-spec %}
{% api-method-request %}
{% api-method-path-parameters %}
{% api-method-parameter name="id" type="string" required=true %}
The id of the cake
{% endapi-method-parameter %}
{% endapi-method-path-parameters %}

{% api-method-query-parameters %}
{% api-method-parameter name="recipe" type="string" required=false %}

{% endapi-method-parameter %}
{% endapi-method-query-parameters %}
{% endapi-method-request %}

{% api-method-response %}
{% api-method-response-example httpCode=200 %}
{% api-method-response-example-description %}
A cake.
{% endapi-method-response-example-description %}

\`\`\`json
{ "name": "Cake" }
\`\`\`
{% endapi-method-response-example %}
{% endapi-method-response %}
{% endapi-method-spec %}
{% endapi-method %}
`;

const swagger = `{% swagger baseUrl="https://api.cakes.test" method="post" path="/cakes" summary="Bake" %}
{% swagger-description %}
Bakes a cake.
{% endswagger-description %}

{% swagger-parameter in="body" name="name" type="String" required="true" %}
Its name
{% endswagger-parameter %}

{% swagger-parameter in="header" name="X-Oven" type="String" %}
The oven
{% endswagger-parameter %}

{% swagger-response status="201: Created" description="Baked" %}
Words.
{% endswagger-response %}
{% endswagger %}
`;

describe('operations of APIs described by tags', () => {
  test('of the first kind are headings, tables and tabs', () => {
    expect(printed(apiMethod)).toBe(`## Get Cakes

<mark style="color:blue;">\`GET\`</mark> \`https://api.cakes.test/v1/cakes/:id\`

This endpoint gives you _free_ cakes.

#### Path Parameters

| Name | Type | Description |
| --- | --- | --- |
| id<mark style="color:red;">\\*</mark> | string | The id of the cake |

#### Query Parameters

| Name | Type | Description |
| --- | --- | --- |
| recipe | string |  |

{% tabs %}
{% tab title="200" %}
A cake.

\`\`\`json
{ "name": "Cake" }
\`\`\`
{% endtab %}
{% endtabs %}
`);
  });

  test('of the second kind are the same', () => {
    const text = printed(swagger);
    expect(text).toContain('## Bake\n');
    expect(text).toContain('<mark style="color:green;">`POST`</mark> `https://api.cakes.test/cakes`');
    expect(text).toContain('#### Request Body\n');
    expect(text).toContain('#### Headers\n');
    expect(text).toContain('{% tab title="201: Created Baked" %}\nWords.\n{% endtab %}');
  });

  test.each([
    ['without an end', apiMethod.replace('{% endapi-method %}\n', '')],
    ['with unknown attributes', apiMethod.replace('method="get"', 'method="get" other="a"')],
    ['with other text', swagger.replace('{% swagger-description %}', 'Text\n\n{% swagger-description %}')],
    ['with blocks in a parameter', swagger.replace('Its name', '* Its name')],
    [
      'of a specification',
      '{% swagger src="a.yaml" path="/a" method="get" %}\n[a.yaml](a.yaml)\n{% endswagger %}\n',
    ],
  ])('%s stay as they are, and nothing is lost', (_, markdown) => {
    const text = printed(markdown);
    expect(printed(text)).toBe(text);
    expect(text).not.toContain('####');
  });

  test.each([
    ['first', apiMethod],
    ['second', swagger],
  ])('of the %s kind have no raw source', (_, markdown) => {
    const text = printed(markdown);
    expect(printed(text)).toBe(text);
    expect(JSON.stringify(parseMarkdown(markdown))).not.toMatch(/"type":"(?:tag|html)"/);
  });

  test('are read in linear time, even without an end', () => {
    expect(printed('{% api-method method="get" %}\n'.repeat(2000)).match(/api-method/g)).toHaveLength(2000);
    expect(printed('{% swagger method="get" %}\n{% swagger-description %}\n'.repeat(500))).toContain(
      'swagger',
    );
  });
});
